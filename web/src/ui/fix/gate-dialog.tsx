// The lines that put a dataset into CI, with its number and its criteria filled in.
import { useTexts } from '#i18n';
import { BASE_PATH } from '#lib/base-path';
import { gateShell, gateWorkflow } from '#lib/gate-lines';
import { ButtonLink } from '../button.tsx';
import { CodeBlock } from '../code-block.tsx';
import { Dialog } from '../dialog.tsx';
import { fixTexts } from './texts.ts';

interface GateDialogProps {
  datasetId: number;
  criterionIds: readonly number[];
  onClose: () => void;
}

export function GateDialog({ datasetId, criterionIds, onClose }: GateDialogProps) {
  const texts = useTexts(fixTexts);
  const gated = { url: `${location.origin}${BASE_PATH}`, datasetId, criterionIds };
  return (
    <Dialog open wide onClose={onClose} title={texts.gateTitle} about={texts.gateDialogAbout}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60">{texts.gateKey}</p>
        <ButtonLink size="small" to="/settings/keys">
          {texts.gateKeys}
        </ButtonLink>
      </div>
      <div className="grid min-w-0 gap-1.5">
        <CodeBlock label={texts.gateShell} code={gateShell(gated)} />
        <p className="text-sm text-muted">{texts.gateShellAbout}</p>
      </div>
      <div className="grid min-w-0 gap-1.5">
        <CodeBlock label={texts.gateGithub} code={gateWorkflow(gated)} />
        <p className="text-sm text-muted">{texts.gateGithubAbout}</p>
      </div>
    </Dialog>
  );
}
