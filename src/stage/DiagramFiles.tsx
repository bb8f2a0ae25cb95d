import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { useUi } from '../i18n/index';
import { Button } from '../ui/controls';
import type { Bind, Diagram } from '../views/document/diagram';
import type { DocumentModel } from '../views/document/model';
import { diagramSvg } from '../views/document/svg';
import { mermaidText } from '../views/document/to-mermaid';
import { pagePalette } from '../views/drawing/svg-document';
import styles from './stage.module.css';

interface DiagramFilesProps {
  readonly kind: Diagram['kind'];
  readonly bind: Bind;
  readonly language: string;
  /** The diagram as it stands now. */
  readonly model: () => DocumentModel;
}

function saveFile(name: string, text: string, type: string): void {
  const link = window.document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The diagram as it stands, to take away: as Mermaid text and as SVG. */
export default function DiagramFiles({ kind, bind, language, model }: DiagramFilesProps) {
  const ui = useUi();
  const [copied, setCopied] = useState(false);
  const save = () => {
    const now = model();
    const palette = pagePalette(window.document.documentElement);
    saveFile(`${now.diagram.id}.svg`, diagramSvg(ui, now, bind, language, palette), 'image/svg+xml');
  };
  const copy = async () => {
    const { diagram, states } = model();
    const text = mermaidText(diagram, language, states);
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // No clipboard without a secure page or permission: the text comes as a file.
      saveFile(`${diagram.id}.mmd`, text, 'text/plain');
    }
  };
  return (
    <div className={styles.save} data-kind={kind}>
      <Button
        look="ghost"
        iconOnly
        aria-label={copied ? ui.diagram.copied : ui.diagram.copy}
        onClick={() => void copy()}
        onBlur={() => setCopied(false)}
      >
        {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      </Button>
      <Button look="ghost" iconOnly aria-label={ui.diagram.save} onClick={save}>
        <Download size={16} aria-hidden />
      </Button>
    </div>
  );
}
