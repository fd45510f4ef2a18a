import { Button, Menu, Text } from '@mantine/core';
import type { Done, ReportTableView, ReportView } from '@survey/contract';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconChevronDown,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { t } from '../../text/text.ts';
import { confirm } from '../../ui/confirm.tsx';
import { doneText, errorText } from '../../ui/error-text.ts';
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { toast } from '../../ui/toasts.ts';
import { filterQuery, readFilters } from '../filters/report-search.ts';
import type { ReportAddress } from '../filters/use-report-address.ts';
import type { ViewForm } from './view-dialog.tsx';
import { useReportViews, useViewChanges } from './views.api.ts';

const ViewDialog = lazyWithRetry(async () => (await import('./view-dialog.tsx')).ViewDialog);

interface ViewsMenuProps {
  address: Pick<ReportAddress, 'view' | 'filters' | 'openView'>;
  /** The view of the table, which a saved view can include. */
  table?: ReportTableView | undefined;
  onTable?: (view: ReportTableView) => void;
}

const written = (filters: Parameters<typeof filterQuery>[0]) =>
  JSON.stringify(filterQuery(filters));

const icon = (Icon: typeof IconLink) => <Icon size={16} aria-hidden />;

/** Saved views: open and save, and rename, update, share and delete one's own. Hidden where the backend has none. */
export const ViewsMenu = ({ address, table, onTable }: ViewsMenuProps) => {
  const can = useCan('reportViews');
  const { data: views = [] } = useReportViews();
  const { save, change, remove } = useViewChanges();
  const [dialog, setDialog] = useState<'new' | 'rename'>();
  if (!can) return null;

  const open = views.find(({ id }) => id === address.view);
  const isChanged = open && written(readFilters(open.filters)) !== written(address.filters);
  const mine = views.filter(({ is_mine }) => is_mine);
  const shared = views.filter(({ is_mine }) => !is_mine);
  const filters = filterQuery(address.filters) as Record<string, string>;

  const show = (view: ReportView) => {
    if (view.table) onTable?.(view.table);
    address.openView({ id: view.id, filters: readFilters(view.filters) });
  };
  const attempt = async (work: () => Promise<Done>) => {
    try {
      toast.success(doneText(await work()));
    } catch (error) {
      toast.error(errorText(error, t('The view could not be saved.')));
    }
  };
  const saveNew = async ({ withTable, ...form }: ViewForm) => {
    const done = await save({ ...form, filters, table: (withTable && table) || null });
    address.openView({ id: done.view.id, filters: address.filters });
    toast.success(doneText(done));
  };
  const saveOpen = async ({ withTable, ...form }: ViewForm) => {
    if (!open) return;
    const kept = withTable ? (open.table ?? table ?? null) : null;
    toast.success(doneText(await change({ ...form, id: open.id, table: kept })));
  };
  const update = (view: ReportView) =>
    attempt(() => change({ id: view.id, filters, ...(view.table && table ? { table } : {}) }));
  const copyLink = async (view: ReportView) => {
    const link = new URL(`${window.location.pathname}?view=${view.id}`, window.location.href);
    try {
      await navigator.clipboard.writeText(link.href);
      toast.success(
        t('The link is copied'),
        view.is_shared ? undefined : t('Only you can open it: the view is not shared.'),
      );
    } catch {
      toast.info(link.href);
    }
  };
  const deleteOpen = async (view: ReportView) => {
    const isSure = await confirm({
      title: t('Delete view'),
      message: t('Are you sure you want to delete the view {name}?', { name: view.name }),
      consequence: view.is_shared
        ? t('Others who use it lose it too. No report is touched.')
        : t('No report is touched.'),
      confirmLabel: t('Delete'),
      isHarmful: true,
    });
    if (!isSure) return;
    await attempt(() => remove(view.id));
    address.openView(undefined, true);
  };
  const item = (view: ReportView) => (
    <Menu.Item
      key={view.id}
      aria-current={view.id === open?.id || undefined}
      leftSection={icon(view.is_shared ? IconUsers : IconBookmark)}
      onClick={() => show(view)}
    >
      <span dir="auto">{view.name}</span>
      {view.is_mine ? null : (
        <Text component="span" size="xs" c="dimmed" ms={8} dir="auto">
          {view.owner}
        </Text>
      )}
    </Menu.Item>
  );

  return (
    <>
      <Menu position="bottom-end" withArrow width={280}>
        <Menu.Target>
          <Button
            variant="default"
            maw={260}
            leftSection={icon(IconBookmark)}
            rightSection={icon(IconChevronDown)}
          >
            {open
              ? isChanged
                ? t('{view} (changed)', { view: open.name })
                : open.name
              : t('Views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
          {mine.length > 0 ? <Menu.Label>{t('My views')}</Menu.Label> : null}
          {mine.map(item)}
          {shared.length > 0 ? <Menu.Label>{t('Shared by others')}</Menu.Label> : null}
          {shared.map(item)}
          {views.length > 0 ? <Menu.Divider /> : null}
          <Menu.Item leftSection={icon(IconBookmarkPlus)} onClick={() => setDialog('new')}>
            {t('Save as a new view…')}
          </Menu.Item>
          {open ? (
            <Menu.Item leftSection={icon(IconLink)} onClick={() => void copyLink(open)}>
              {t('Copy link to this view')}
            </Menu.Item>
          ) : null}
          {open?.is_mine ? (
            <>
              <Menu.Item leftSection={icon(IconDeviceFloppy)} onClick={() => void update(open)}>
                {t('Update this view')}
              </Menu.Item>
              <Menu.Item leftSection={icon(IconPencil)} onClick={() => setDialog('rename')}>
                {t('Rename or share…')}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={icon(IconTrash)}
                onClick={() => void deleteOpen(open)}
              >
                {t('Delete this view')}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'new' ? (
        <ViewDialog
          title={t('Save as a new view')}
          initial={{ name: '', is_shared: false, withTable: false }}
          onClose={() => setDialog(undefined)}
          onSave={saveNew}
        />
      ) : null}
      {dialog === 'rename' && open ? (
        <ViewDialog
          title={t('Rename or share')}
          initial={{
            name: open.name,
            is_shared: open.is_shared,
            withTable: open.table !== null,
          }}
          onClose={() => setDialog(undefined)}
          onSave={saveOpen}
        />
      ) : null}
    </>
  );
};
