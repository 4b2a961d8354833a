// One version: its template with highlighted variables, the declared variables, and its actions.
import { Copy, Ellipsis, PencilLine, Rocket, SquareTerminal, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import {
  Badge,
  Button,
  ButtonLink,
  Card,
  CodeBlock,
  JsonView,
  Menu,
  MenuItem,
  MenuLine,
  Table,
  Time,
  type TableColumn,
} from '#ui';
import { DeployedLabels } from '../labels.tsx';
import { VersionLinks } from './links.tsx';
import { MessagesView } from './messages-view.tsx';
import { variableText } from './messages.ts';
import { defaultText, detailed } from './variable-lines.tsx';
import { TemplateText, placeholdersIn } from './template-text.tsx';
import { promptsTexts } from '../texts.ts';
import type { PromptData } from '../types.ts';
import { useRights } from '../use-prompts.ts';

interface VersionViewProps {
  prompt: PromptData;
  onDeploy: () => void;
  onRename: () => void;
  onDelete: () => void;
  onBase: () => void;
}

export function VersionView({ prompt, onDeploy, onRename, onDelete, onBase }: VersionViewProps) {
  const texts = useTexts(promptsTexts);
  const { mayChange } = useRights();
  return (
    <Card
      title={<span className="wrap-anywhere">{texts.versionNamed(prompt.version)}</span>}
      {...(prompt.description === null ? {} : { about: prompt.description })}
      {...(mayChange
        ? {
            actions: (
              <>
                <ButtonLink size="small" to="/playground" search={{ prompt: String(prompt.id) }}>
                  <SquareTerminal size={14} aria-hidden />
                  {texts.playground}
                </ButtonLink>
                <Button size="small" icon={<Rocket size={14} aria-hidden />} onClick={onDeploy}>
                  {texts.deploy}
                </Button>
                <Menu
                  align="end"
                  trigger={
                    <Button size="small" look="quiet" aria-label={texts.more}>
                      <Ellipsis size={16} aria-hidden />
                    </Button>
                  }
                >
                  <MenuItem icon={<Copy size={16} aria-hidden />} onSelect={onBase}>
                    {texts.basedOn}
                  </MenuItem>
                  <MenuItem icon={<PencilLine size={16} aria-hidden />} onSelect={onRename}>
                    {texts.rename}
                  </MenuItem>
                  <MenuLine />
                  <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={onDelete}>
                    {texts.remove}
                  </MenuItem>
                </Menu>
              </>
            ),
          }
        : {})}
    >
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Fact name={texts.deployedTo}>
          {prompt.deployedLabels.length === 0 ? (
            <span className="text-muted">{texts.nowhere}</span>
          ) : (
            <DeployedLabels labels={prompt.deployedLabels} />
          )}
        </Fact>
        {prompt.labels.length > 0 && (
          <Fact name={texts.foundBy}>
            {prompt.labels.map((label) => (
              <Badge key={label}>
                <span className="max-w-40 truncate" title={label}>
                  {label}
                </span>
              </Badge>
            ))}
          </Fact>
        )}
        <Fact name={texts.number}>{prompt.number}</Fact>
        <Fact name={texts.created}>
          <Time at={prompt.createdAt} />
        </Fact>
        {prompt.updatedAt !== prompt.createdAt && (
          <Fact name={texts.changed}>
            <Time at={prompt.updatedAt} />
          </Fact>
        )}
      </dl>
      {prompt.messages ? (
        <MessagesView messages={prompt.messages} />
      ) : (
        <CodeBlock label={texts.template} code={prompt.template}>
          <TemplateText template={prompt.template} />
        </CodeBlock>
      )}
      <VersionLinks prompt={prompt} />
      <Variables prompt={prompt} />
      {Object.keys(prompt.config).length > 0 && <JsonView label={texts.config} value={prompt.config} />}
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-0.5">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="flex min-h-5 flex-wrap items-center gap-1">{children}</dd>
  </div>
);

interface Line {
  name: string;
  default: string;
  required: boolean;
  description: string;
  fault: string | null;
}

function Variables({ prompt }: { prompt: PromptData }) {
  const texts = useTexts(promptsTexts);
  const used = placeholdersIn(variableText(prompt));
  const declared = prompt.variables ?? {};
  const names = [...new Set([...used, ...Object.keys(declared)])];
  if (names.length === 0) return <p className="text-sm text-muted">{texts.noVariables}</p>;
  const lines = names.map((name): Line => {
    const own = Object.hasOwn(declared, name);
    const variable = detailed(own ? declared[name] : undefined);
    return {
      name,
      default: defaultText(variable),
      required: variable.required ?? false,
      description: variable.description ?? '',
      fault: own ? (used.includes(name) ? null : texts.unused) : texts.undeclared,
    };
  });
  const columns: TableColumn<Line>[] = [
    {
      id: 'name',
      title: texts.variableColumns.name,
      cell: ({ name, fault }) => (
        <span className="flex flex-wrap items-center gap-2">
          <code className="max-w-48 truncate font-mono text-sm text-accent" title={name}>
            {name}
          </code>
          {fault !== null && <Badge tone="warm">{fault}</Badge>}
        </span>
      ),
    },
    {
      id: 'default',
      title: texts.variableColumns.default,
      cell: (line) => (
        <code className="block max-w-48 truncate font-mono text-sm" title={line.default}>
          {line.default || '–'}
        </code>
      ),
    },
    {
      id: 'required',
      title: texts.variableColumns.required,
      cell: ({ required }) => (
        <span className={classNames('whitespace-nowrap', !required && 'text-muted')}>
          {required ? texts.yes : texts.no}
        </span>
      ),
    },
    {
      id: 'description',
      title: texts.variableColumns.description,
      wideOnly: true,
      cell: ({ description }) => (
        <span className="block max-w-80 truncate text-muted" title={description}>
          {description || '–'}
        </span>
      ),
    },
  ];
  return (
    <section className="grid gap-2">
      <h3 className="text-sm">{texts.variables}</h3>
      <Table label={texts.variables} columns={columns} rows={lines} rowKey={({ name }) => name} />
    </section>
  );
}
