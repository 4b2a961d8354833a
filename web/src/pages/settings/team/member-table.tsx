import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { sessionQuery, useMayManage, useSend, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Badge, Button, ConfirmDialog, Select, Table, Time, say, useErrorText, type TableColumn } from '#ui';
import { RemoveMember } from './remove-member.tsx';
import { TEAM_ROLES, reaches, type TeamRole } from './roles.ts';
import { teamTexts } from './texts.ts';

interface RoleChange {
  member: Schemas['Member'];
  role: TeamRole;
}

/** Breaks after the @ first. */
const Email = ({ text }: { text: string }) => {
  const at = text.indexOf('@') + 1;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
};

export function MemberTable({ members }: { members: readonly Schemas['Member'][] }) {
  const texts = useTexts(teamTexts);
  const errorText = useErrorText();
  const client = useQueryClient();
  const { user, role: mine } = useSession();
  const mayManage = useMayManage();
  const [removing, setRemoving] = useState<Schemas['Member'] | null>(null);
  const [ownChange, setOwnChange] = useState<RoleChange | null>(null);
  const change = useSend('patch', '/v1/team/members/{userId}', {
    wholeAccount: true,
    changes: ['/v1/team/members'],
  });
  const owners = members.filter(({ role }) => role === 'owner').length;
  const isLastOwner = ({ role }: Schemas['Member']) => role === 'owner' && owners === 1;

  const apply = ({ member, role }: RoleChange) =>
    change.mutate(
      { path: { userId: member.userId }, body: { role } },
      {
        onSuccess: () => {
          say(texts.changed(member.name || member.email, texts.roles[role]));
          setOwnChange(null);
          // The user's own permissions may have changed.
          if (member.userId === user.id) void client.invalidateQueries(sessionQuery);
        },
        onError: (error) => member.userId !== user.id && say(errorText(error), 'bad'),
      },
    );
  const choose = (next: RoleChange) => (next.member.userId === user.id ? setOwnChange(next) : apply(next));

  const columns: TableColumn<Schemas['Member']>[] = [
    {
      id: 'who',
      title: texts.columns.who,
      cell: ({ userId, name, email }) => (
        <div className="grid max-w-32 min-w-0 md:max-w-72">
          <span className="flex min-w-0 items-center gap-x-2 max-md:flex-wrap">
            <span className="max-w-full truncate font-medium" title={name}>
              {name || email}
            </span>
            {userId === user.id && <Badge tone="accent">{texts.you}</Badge>}
          </span>
          <span className="text-xs text-muted max-md:wrap-anywhere md:truncate" title={email}>
            <Email text={email} />
          </span>
        </div>
      ),
    },
    {
      id: 'role',
      title: texts.columns.role,
      cell: (member) => {
        const { name, email, role } = member;
        if (!mayManage || !reaches(mine, role) || isLastOwner(member)) {
          return (
            <span title={mayManage && !isLastOwner(member) ? texts.aboveYours : undefined}>
              {texts.roles[role]}
            </span>
          );
        }
        return (
          <Select
            aria-label={texts.roleOf(name || email)}
            className="min-w-24 md:max-w-40"
            value={role}
            disabled={change.isPending}
            onChange={({ target }) => choose({ member, role: target.value as TeamRole })}
          >
            {TEAM_ROLES.filter((each) => reaches(mine, each)).map((each) => (
              <option key={each} value={each}>
                {texts.roles[each]}
              </option>
            ))}
          </Select>
        );
      },
    },
    {
      id: 'signsInWith',
      title: texts.columns.signsInWith,
      wideOnly: true,
      cell: ({ signsInWith }) =>
        signsInWith.map((method) => texts.methods[method]).join(', ') || texts.noMethod,
    },
    {
      id: 'joined',
      title: texts.columns.joined,
      wideOnly: true,
      cell: ({ joinedAt }) => <Time at={joinedAt} />,
    },
    {
      id: 'remove',
      title: <span className="sr-only">{texts.remove}</span>,
      number: true,
      cell: (member) => {
        const own = member.userId === user.id;
        if (isLastOwner(member) || !(own || (mayManage && reaches(mine, member.role)))) return null;
        return (
          <Button
            size="small"
            aria-label={own ? texts.leave : texts.removeNamed(member.name || member.email)}
            onClick={() => setRemoving(member)}
          >
            {own ? texts.leave : texts.remove}
          </Button>
        );
      },
    },
  ];
  return (
    <>
      <Table label={texts.membersTable} columns={columns} rows={members} rowKey={({ userId }) => userId} />
      {mayManage && owners === 1 && <p className="text-sm text-muted">{texts.lastOwner}</p>}
      <details className="text-sm">
        <summary className="w-fit rounded-sm text-muted hover:text-text">{texts.whatRolesMay}</summary>
        <dl className="mt-2 grid gap-1">
          {TEAM_ROLES.map((role) => (
            <div key={role} className="grid gap-x-4 sm:grid-cols-[6rem_minmax(0,1fr)]">
              <dt className="font-medium">{texts.roles[role]}</dt>
              <dd className="text-muted">{texts.may[role]}</dd>
            </div>
          ))}
        </dl>
      </details>
      {removing && <RemoveMember member={removing} onClose={() => setRemoving(null)} />}
      {ownChange && (
        <ConfirmDialog
          open
          title={texts.ownTitle(texts.roles[ownChange.role])}
          about={texts.ownAbout}
          action={texts.ownAction}
          busy={change.isPending}
          error={change.error}
          onClose={() => {
            change.reset();
            setOwnChange(null);
          }}
          onConfirm={() => apply(ownChange)}
        />
      )}
    </>
  );
}
