import { Button } from '@mantine/core';
import { calls, limits, type MobileUser } from '@survey/contract';
import { IconDownload, IconFileImport, IconPlus, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan, useIsOurServer, useMay } from '../api/capabilities.ts';
import { download } from '../api/client.ts';
import { t } from '../text/text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { loadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { SheetButton } from '../ui/sheet-button.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { CreateUserModal } from './create-user-modal.tsx';
import { EditUserModal } from './edit-user-modal.tsx';
import { findUsers } from './find-users.ts';
import { PhoneSetUpModal } from './phone-set-up-modal.tsx';
import { RescueModal } from './rescue-modal.tsx';
import { ResetPasswordModal } from './reset-password-modal.tsx';
import { UserActions } from './user-actions.tsx';
import { useMobileUsers } from './users.api.ts';
import { saveUsersCsv } from './users-csv.ts';
import { UsersTable } from './users-table.tsx';

const pageOf = (raw: string | undefined) => Math.max(1, Math.trunc(Number(raw)) || 1);
const readState = (raw: Record<string, string | undefined>) => ({
  search: raw.search ?? '',
  page: pageOf(raw.page),
  blockedPage: pageOf(raw.blocked_page),
});

type Dialog =
  | { kind: 'create' | 'rescue' }
  | { kind: 'edit' | 'password'; user: MobileUser }
  | { kind: 'phones'; users: readonly MobileUser[] };

/** Mobile users, active and blocked (spec 2 /mobile-users). */
export const MobileUsersPage = () => {
  const [{ search, page, blockedPage }, change] = useUrlState(readState);
  const [dialog, setDialog] = useState<Dialog>();
  const [created, setCreated] = useState<string>();
  const hasExtras = useIsOurServer();
  const users = useMobileUsers();
  const active = users.data?.filter(({ status }) => status) ?? [];
  const blocked = users.data?.filter(({ status }) => !status) ?? [];
  const found = users.data && findUsers(users.data, search);
  const foundActive = found?.filter((user) => user.status);
  const canSetUp = useCan('setUpPhones');
  const canRescue = useCan('rescueReport');
  const hasSheets = useCan('exportUsers');
  const mayCreate = useMay('mobileSignup');
  const actions = (user: MobileUser) => (
    <UserActions
      user={user}
      onEdit={(edited) => setDialog({ kind: 'edit', user: edited })}
      onResetPassword={(reset) => setDialog({ kind: 'password', user: reset })}
      onSetUpPhone={(owner) => setDialog({ kind: 'phones', users: [owner] })}
    />
  );
  const close = () => setDialog(undefined);
  /** A new user is on the page that is shown, and marked: among many it could stand anywhere. */
  const show = async (username: string) => {
    setCreated(username);
    const { data = [] } = await users.refetch();
    const place = data.filter(({ status }) => status).findIndex((one) => one.username === username);
    const shownPage = Math.floor(Math.max(0, place) / limits.usersPageSize) + 1;
    change({ search: undefined, page: String(shownPage) }, { replace: true });
  };
  const isSearching = search.trim() !== '';

  return (
    <Page
      title={t('Users Management')}
      action={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            disabled={!found?.length}
            onClick={() => void saveUsersCsv(found ?? [], hasExtras)}
          >
            {t('Export CSV')}
          </Button>
          {hasSheets ? (
            <SheetButton
              fileName="users.xlsx"
              disabled={!found?.length}
              load={(language) =>
                download(calls.exportUsers, { query: { search, format: 'xlsx', language } })
              }
            />
          ) : null}
          {canSetUp ? (
            <Button
              variant="default"
              leftSection={<IconQrcode size={16} />}
              disabled={!foundActive?.length}
              onClick={() => setDialog({ kind: 'phones', users: foundActive ?? [] })}
            >
              {t('Phone set-up')}
            </Button>
          ) : null}
          {canRescue ? (
            <Button
              variant="default"
              leftSection={<IconFileImport size={16} />}
              onClick={() => setDialog({ kind: 'rescue' })}
            >
              {t('Import a rescue file')}
            </Button>
          ) : null}
          {mayCreate ? (
            <Button
              leftSection={<IconPlus size={16} />}
              onClick={() => setDialog({ kind: 'create' })}
            >
              {t('Create New User')}
            </Button>
          ) : null}
        </>
      }
      filters={
        <SearchBox
          label={t('Search users')}
          placeholder={t('Search username, name, email, phone, CNIC')}
          w={{ base: '100%', xs: 360 }}
          value={search}
          onChange={(text) =>
            change({ search: text, page: undefined, blocked_page: undefined }, { replace: true })
          }
        />
      }
    >
      {users.isError && !users.data ? (
        <ErrorState title={t('Error loading users')} {...loadFailure(users)} />
      ) : (
        <>
          <UsersTable
            title={t('Active Users')}
            users={foundActive}
            total={active.length}
            marked={created}
            page={page}
            onPage={(next) => change({ page: String(next) })}
            actions={actions}
            empty={
              isSearching ? (
                <EmptyState
                  title={t('No active users found')}
                  hint={t('Nobody matches “{search}”.', { search })}
                />
              ) : (
                <EmptyState
                  title={t('No active users found')}
                  hint={mayCreate && t('Create the first surveyor with “Create New User”.')}
                />
              )
            }
          />
          <UsersTable
            title={t('Blocked Users')}
            users={found?.filter((user) => !user.status)}
            total={blocked.length}
            marked={created}
            page={blockedPage}
            onPage={(next) => change({ blocked_page: String(next) })}
            actions={actions}
            empty={
              <EmptyState
                title={t('No blocked users found')}
                {...(blocked.length > 0 && { hint: t('Nobody matches “{search}”.', { search }) })}
              />
            }
          />
        </>
      )}
      <CreateUserModal isOpen={dialog?.kind === 'create'} onClose={close} onCreated={show} />
      {dialog?.kind === 'edit' ? <EditUserModal user={dialog.user} onClose={close} /> : null}
      {dialog?.kind === 'rescue' ? <RescueModal onClose={close} /> : null}
      {dialog?.kind === 'phones' ? <PhoneSetUpModal users={dialog.users} onClose={close} /> : null}
      {dialog?.kind === 'password' ? (
        <ResetPasswordModal user={dialog.user} onClose={close} />
      ) : null}
    </Page>
  );
};
