import { useFormat, useTexts } from '#i18n';
import { Badge } from '../badge.tsx';
import { TextLink } from '../button.tsx';
import { Money } from '../values.tsx';
import { explainCost, type CostLine, type ToolLine } from '@tracewell/sdk/reading';
import { metaOf } from './meta.ts';
import { callTexts } from './texts.ts';
import type { CallData } from './types.ts';

const known = (names: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(names, name) ? names[name] : undefined) ?? name;

export function CostOfCall({ call }: { call: CallData }) {
  const texts = useTexts(callTexts);
  const format = useFormat();
  const explained = explainCost(call, metaOf(call));
  const { source, price, lines, tools, tokens, rest, savedUsd, audioTokens, imageTokens, gateway } =
    explained;
  return (
    <div className="grid min-w-0 gap-4">
      <table className="w-full border-collapse">
        <caption className="sr-only">{texts.cost}</caption>
        <thead>
          <tr className="border-b text-xs text-muted">
            <th scope="col" className="pb-2 text-left font-medium">
              {texts.costColumns.what}
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-medium">
              {texts.costColumns.tokens}
            </th>
            {price && (
              <th scope="col" className="pb-2 pl-3 text-right font-medium">
                {texts.costColumns.price}
              </th>
            )}
            {price && (
              <th scope="col" className="pb-2 pl-3 text-right font-medium">
                {texts.costColumns.cost}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.bucket} line={line} />
          ))}
          {tools.map((line) => (
            <Tool key={line.tool} line={line} />
          ))}
          {rest !== 0 && (
            <tr className="border-b">
              <th scope="row" colSpan={3} className="py-2 text-left font-normal">
                {texts.rest}
                <span className="block text-xs text-muted">{texts.restAbout}</span>
              </th>
              <td className="py-2 text-right align-top">
                <Money usd={rest} />
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="pt-2 text-left">
              {texts.total}
            </th>
            <td className="pt-2 text-right">{format.count(tokens)}</td>
            {price && <td />}
            {price && (
              <td className="pt-2 text-right">
                <Money usd={call.costUsd} />
              </td>
            )}
          </tr>
        </tfoot>
      </table>
      {!price && (
        <p className="flex items-baseline justify-between gap-3 border-t pt-3 font-semibold">
          <span>{texts.costColumns.cost}</span>
          <Money usd={call.costUsd} />
        </p>
      )}
      <div className="grid gap-1 text-sm text-muted">
        {source === 'client' && <p>{texts.fromClient}</p>}
        {source === 'none' && (
          <p>
            {texts.unpriced(call.model)} <TextLink to="/settings/prices">{texts.toPrices}</TextLink>
          </p>
        )}
        {price && (
          <p className="flex flex-wrap items-center gap-1.5">
            {texts.priceFrom(known(texts.priceSources, price.source))}
            {price.version !== '' && (
              <code className="max-w-40 truncate font-mono text-xs" title={price.version}>
                {price.version}
              </code>
            )}
            {price.gateway !== '' && <Badge tone="cool">{texts.tableOf(price.gateway)}</Badge>}
            {price.batch && <Badge tone="cool">{texts.batch}</Badge>}
            {price.tier !== '' && <Badge tone="cool">{price.tier}</Badge>}
          </p>
        )}
        {gateway !== '' && <p>{texts.servedBy(gateway)}</p>}
        {savedUsd > 0 && <p className="text-good">{texts.saved(format.money(savedUsd))}</p>}
        {audioTokens > 0 && <p>{texts.audio(format.count(audioTokens))}</p>}
        {imageTokens > 0 && <p>{texts.images(format.count(imageTokens))}</p>}
        {tokens !== call.totalTokens && <p>{texts.reportedTotal(format.count(call.totalTokens))}</p>}
      </div>
    </div>
  );
}

function Tool({ line: { tool, uses, perThousand, usd } }: { line: ToolLine }) {
  const texts = useTexts(callTexts);
  const format = useFormat();
  return (
    <tr className="border-b">
      <th scope="row" className="py-2 pr-2 text-left font-normal">
        {texts.tools[tool]}
      </th>
      <td className="py-2 text-right">{texts.uses(format.count(uses))}</td>
      {perThousand !== null && (
        <td className="py-2 pl-3 text-right text-muted" title={`${perThousand} USD / 1,000`}>
          {texts.perThousand(format.money(perThousand))}
        </td>
      )}
      {perThousand !== null && (
        <td className="py-2 pl-3 text-right">
          <Money usd={usd} />
        </td>
      )}
    </tr>
  );
}

function Line({ line: { bucket, tokens, perMTok, usd } }: { line: CostLine }) {
  const texts = useTexts(callTexts);
  const format = useFormat();
  return (
    <tr className="border-b">
      <th scope="row" className="py-2 pr-2 text-left font-normal">
        {texts.buckets[bucket]}
      </th>
      <td className="py-2 text-right">{format.count(tokens)}</td>
      {perMTok !== null && (
        <td className="py-2 pl-3 text-right text-muted" title={`${perMTok} USD / 1,000,000`}>
          {format.money(perMTok)}
        </td>
      )}
      {perMTok !== null && (
        <td className="py-2 pl-3 text-right">
          <Money usd={usd} />
        </td>
      )}
    </tr>
  );
}
