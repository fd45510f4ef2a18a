// Runs V8's garbage collector before the clock starts, so that earlier garbage is not collected during the measurement.
import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');

export const collectGarbage = vm.runInNewContext('gc') as () => void;
