/** Hands a file to the browser's downloads under this name. */
export const saveBlob = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Browsers read the blob after the click returns; a minute is plenty and frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
