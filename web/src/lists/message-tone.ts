/** Colour of a status alert (spec 2 /assign): green with 'success', red with 'Failed' or 'Error', else blue. */
export const messageTone = (message: string): 'green' | 'red' | 'blue' => {
  if (message.includes('success')) return 'green';
  return message.includes('Failed') || message.includes('Error') ? 'red' : 'blue';
};
