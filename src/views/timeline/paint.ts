import { laneNames, type Mark } from './model';

const accents: Readonly<Record<Mark['lane'], string>> = {
  you: '--ink',
  apiserver: '--cp',
  controllers: '--cp',
  scheduler: '--cp',
  kubelets: '--node',
};

/** Draws lanes and marks: what is past is filled, what is known of the future is hollow. */
export function paint(canvas: HTMLCanvasElement, marks: readonly Mark[], cursor: number): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const laneHeight = height / laneNames.length;
  const half = Math.min(5, laneHeight * 0.36);
  context.lineWidth = 1;
  context.strokeStyle = colour('--line');
  for (let i = 0; i < laneNames.length; i++) {
    const y = Math.round((i + 0.5) * laneHeight) + 0.5;
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(width, y);
    context.stroke();
  }
  for (const { x, kind, lane } of marks) {
    const cx = x * width;
    const cy = (laneNames.indexOf(lane) + 0.5) * laneHeight;
    const past = x <= cursor + 1e-9;
    const accent = colour(kind === 'failure' ? '--fail' : accents[lane]);
    context.strokeStyle = accent;
    context.beginPath();
    if (kind === 'tick') {
      context.lineWidth = past ? 2.25 : 1.25;
      context.moveTo(cx, cy - half * 0.8);
      context.lineTo(cx, cy + half * 0.8);
      context.stroke();
      continue;
    }
    context.lineWidth = 1.5;
    if (kind === 'failure') context.arc(cx, cy, half, 0, 2 * Math.PI);
    else {
      context.moveTo(cx, cy - half);
      context.lineTo(cx + half, cy);
      context.lineTo(cx, cy + half);
      context.lineTo(cx - half, cy);
      context.closePath();
    }
    context.fillStyle = past ? accent : colour('--surface');
    context.fill();
    context.stroke();
    if (kind === 'failure') {
      context.strokeStyle = past ? colour('--on-solid') : accent;
      context.beginPath();
      const q = half * 0.45;
      context.moveTo(cx - q, cy - q);
      context.lineTo(cx + q, cy + q);
      context.moveTo(cx + q, cy - q);
      context.lineTo(cx - q, cy + q);
      context.stroke();
    }
  }
}
