import { useEffect, useRef, useState } from "react";
import { Dialog } from "../ui/dialog";

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface Detectors {
  BarcodeDetector: new () => Detector;
}

/** Milliseconds between two readings of the camera's picture. */
const LOOK_EVERY = 250;

/** Shows the camera's picture until a code is read. */
export default function Scanner({ close, onCode }: { close(): void; onCode(code: string): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCode);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const detector = new (window as unknown as Detectors).BarcodeDetector();
    const look = async () => {
      const codes = video.current ? await detector.detect(video.current).catch(() => []) : [];
      const code = codes[0]?.rawValue.trim();
      if (isOver) return;
      if (code) latest.current(code);
      else timer = setTimeout(() => void look(), LOOK_EVERY);
    };
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isOver || !video.current) return stopped(stream);
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    };
    start().catch(() => setRefused(true));
    return () => {
      isOver = true;
      clearTimeout(timer);
      stopped(stream);
    };
  }, []);
  return (
    <Dialog title="Hold the code before the camera" open onOpenChange={close}>
      {isRefused ? (
        <p>The camera may not be used here. Allow it in the browser, or type the SKU or the digits under the bars.</p>
      ) : (
        <video className="scanner" ref={video} muted playsInline />
      )}
    </Dialog>
  );
}

const stopped = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};
