// V8's own collector, called by hand: what a bench made before its clock runs is not thrown away while it runs.
import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');

export const collectGarbage = vm.runInNewContext('gc') as () => void;
