// The page's own viewfinder. On small phones the browser is killed while the camera app runs, so the file input is
// only for browsers without a camera of their own.
import { useCallback, useEffect, useRef, useState } from 'react';

export type CameraState = 'starting' | 'ready' | 'refused' | 'missing';

const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1920 } },
};

const frameOf = async (video: HTMLVideoElement): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d', { alpha: false })?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The camera gave no picture.'))),
      'image/jpeg',
      0.95,
    ),
  );
};

/** A camera for a `<video>` element, while the component is mounted. */
export const useCamera = () => {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');

  useEffect(() => {
    let stream: MediaStream | undefined;
    let isOver = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      stream = undefined;
    };
    const start = async () => {
      stop();
      if (!navigator.mediaDevices?.getUserMedia) return setState('missing');
      try {
        stream = await navigator.mediaDevices.getUserMedia(wanted);
        if (isOver || !video.current) return stop();
        video.current.srcObject = stream;
        await video.current.play();
        setState('ready');
      } catch (error) {
        const name = error instanceof DOMException ? error.name : '';
        if (!isOver) setState(name === 'NotAllowedError' ? 'refused' : 'missing');
      }
    };
    // iOS gives black frames after the page was in the background.
    const seen = () => {
      if (document.visibilityState === 'visible') void start();
    };
    document.addEventListener('visibilitychange', seen);
    void start();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', seen);
      stop();
    };
  }, []);

  const capture = useCallback(async (): Promise<Blob> => {
    if (!video.current) throw new Error('The camera is not ready.');
    return frameOf(video.current);
  }, []);

  return { video, state, capture };
};
