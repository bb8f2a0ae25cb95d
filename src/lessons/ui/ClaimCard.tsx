import { Box, TriangleAlert } from 'lucide-react';
import { useUi } from '../../i18n';
import type { StepText } from '../text/lesson-text';
import styles from './lesson.module.css';
import { Paragraphs } from './RichText';

/** What the document says, and below it what the cluster does. */
export function ClaimCard({ claim }: { readonly claim: NonNullable<StepText['claim']> }) {
  const { lesson: words } = useUi();
  return (
    <section className={styles.claim} aria-label={words.claim(claim.id.replaceAll('-', ', '))}>
      <div className={styles.says}>
        <h3>
          <TriangleAlert aria-hidden size={16} /> {words.document}
        </h3>
        <Paragraphs text={claim.says} />
      </div>
      <div className={styles.does}>
        <h3>
          <Box aria-hidden size={16} /> {words.cluster}
        </h3>
        <Paragraphs text={claim.does} />
      </div>
    </section>
  );
}
