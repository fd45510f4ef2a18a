/** Saves a file through the browser's downloads. */
export const saveBlob = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Browsers read the blob after the click returns; after a minute its memory is freed.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
