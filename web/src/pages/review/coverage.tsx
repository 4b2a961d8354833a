import { useFormat, useTexts } from '#i18n';
import { reviewTexts } from './texts.ts';
import type { ReviewCoverage } from './types.ts';

export function CoverageBar({ coverage }: { coverage: ReviewCoverage }) {
  const texts = useTexts(reviewTexts);
  const format = useFormat();
  const { total, reviewed, pending, coveragePct } = coverage;
  const words = texts.reviewed(format.count(reviewed), format.count(total), format.share(coveragePct / 100));
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{words}</span>
        <span className="font-medium">{texts.left(format.count(pending))}</span>
      </p>
      <div
        role="progressbar"
        aria-label={texts.coverage}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={coveragePct}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-sm bg-hover"
      >
        <div className="h-full bg-accent" style={{ width: `${coveragePct}%` }} />
      </div>
    </div>
  );
}
