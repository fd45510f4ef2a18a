// Every component of ui in every state, to look at while working on them. Development only: the router of a
// built console has no such route. Its few words are for developers and are not translated.
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { BarList, BarRow, barName } from '../ui/bar-list.tsx';
import { Brand } from '../ui/brand.tsx';
import { Card, CardList } from '../ui/card-list.tsx';
import { confirm } from '../ui/confirm.tsx';
import { DropArea } from '../ui/drop-area.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FieldList } from '../ui/field-list.tsx';
import { Figures } from '../ui/figures.tsx';
import { FilterChips } from '../ui/filter-chips.tsx';
import { LanguageLinks } from '../ui/language-links.tsx';
import { NameList, NameRow } from '../ui/name-list.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { PersonCell } from '../ui/person-cell.tsx';
import { ProgressPanel } from '../ui/progress-panel.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { ShareRing } from '../ui/share-ring.tsx';
import { SideDrawer } from '../ui/side-drawer.tsx';
import { CardsSkeleton, LinesSkeleton } from '../ui/skeletons.tsx';
import { SmallTable } from '../ui/small-table.tsx';
import { SplitBadge, SplitBadges } from '../ui/split-badge.tsx';
import { StatTile } from '../ui/stat-tile.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { toast } from '../ui/toasts.ts';
import { ViewSwitch } from '../ui/view-switch.tsx';
import { GalleryTables } from './gallery-tables.tsx';
import { nothing, words } from './words.ts';

const States = () => (
  <>
    <Panel title={words.empty}>
      <EmptyState title={words.none} hint={words.hint} action={<Button>{words.act}</Button>} />
    </Panel>
    <Panel title={words.error}>
      <Stack>
        <ErrorState title={words.failed} />
        <ErrorState title={words.failed} details={words.details} onRetry={nothing} />
        <ErrorState title={words.failed} details={words.details} onRetry={nothing} isRetrying />
      </Stack>
    </Panel>
    <Panel title={words.loading}>
      <Stack>
        <LinesSkeleton />
        <CardsSkeleton />
      </Stack>
    </Panel>
    <ProgressPanel label={words.working} percent={42} detail={words.figures} onCancel={nothing} />
    <ProgressPanel label={words.working} percent={undefined} />
    <ProgressPanel label={words.done} percent={100} />
  </>
);

const Figured = () => (
  <SimpleGrid cols={{ base: 1, md: 2 }}>
    <StatTile label={words.units} value={undefined} />
    <StatTile label={words.units} value={1_234_567} hint={words.share} />
    <Panel title={words.figures} aside={<StatusBadge tone="grey">{words.done}</StatusBadge>}>
      <Figures
        figures={[
          { label: words.units, value: '1,234' },
          { label: words.day, value: '61', beside: words.share },
        ]}
      />
      <SmallTable
        label={words.day}
        headers={[words.day, words.units]}
        rows={[{ key: 'a', cells: ['21 Nov', '61'] }]}
      />
    </Panel>
    <Panel title={words.share}>
      <ShareRing percent={61} value="61%" caption={words.done} label={words.share} />
    </Panel>
    <Panel title={words.circle}>
      <BarList>
        {[0, 0.5, 1].map((share) => (
          <BarRow
            key={share}
            name={<span className={barName}>{words.circle}</span>}
            share={share}
            figures={`${share * 80} / 80`}
            shareText={`${share * 100}%`}
          />
        ))}
      </BarList>
    </Panel>
    <Panel title={words.people}>
      <NameList>
        <NameRow name={words.person} second={words.username} figure="61" />
        <NameRow name={words.urduName} second={words.username} figure="0" />
      </NameList>
      <PersonCell username={words.username} name={words.urduName} isActive={false} />
    </Panel>
  </SimpleGrid>
);

const Controls = () => {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const ask = (isHarmful: boolean) =>
    void confirm({
      title: words.act,
      message: words.details,
      consequence: words.hint,
      confirmLabel: words.act,
      isHarmful,
    });
  return (
    <Panel title={words.controls}>
      <Stack>
        <Group>
          <Brand />
          <Brand isCompact />
          <LanguageLinks />
          <ViewSwitch />
        </Group>
        <Group>
          <Button>{words.act}</Button>
          <Button variant="default">{words.act}</Button>
          <Button color="red.8">{words.act}</Button>
          <Button disabled>{words.act}</Button>
          <Button loading>{words.act}</Button>
        </Group>
        <Group>
          <Button onClick={() => ask(false)}>{words.ask}</Button>
          <Button onClick={() => ask(true)}>{words.askHarm}</Button>
          <Button onClick={() => setOpen(true)}>{words.drawer}</Button>
          <Button onClick={() => toast.success(words.done, words.details)}>{words.toast}</Button>
          <Button onClick={() => toast.error(words.failed, words.details)}>{words.failed}</Button>
          <Button onClick={() => toast.info(words.none, words.details)}>{words.none}</Button>
        </Group>
        <SearchBox label={words.search} value={search} onChange={setSearch} />
        <FilterChips
          chips={[
            { key: 'a', name: words.circle, value: words.person, onRemove: nothing },
            { key: 'b', value: words.urduName, onRemove: nothing },
          ]}
          onClearAll={nothing}
        />
        <Group>
          {(['amber', 'green', 'grey', 'red'] as const).map((tone) => (
            <StatusBadge key={tone} tone={tone}>
              {tone}
            </StatusBadge>
          ))}
        </Group>
        <SplitBadges>
          <SplitBadge
            name={words.circle}
            count={{ text: '31 / 80', meaning: words.share }}
            openLabel={words.act}
            onOpen={nothing}
            removeLabel={words.ask}
            onRemove={nothing}
          />
        </SplitBadges>
        <CardList label={words.circle}>
          {[false, true].map((isMarked) => (
            <Card
              key={String(isMarked)}
              name={words.circle}
              facts={words.share}
              isMarked={isMarked}
              actions={<Button size="compact-sm">{words.act}</Button>}
            />
          ))}
        </CardList>
        <DropArea
          accept={{ 'text/csv': ['.csv'] }}
          isDisabled={false}
          title={words.hint}
          hint={words.details}
          label={words.act}
          fieldLabel={words.units}
          onChoose={nothing}
        />
        <FieldList
          fields={[
            { label: words.circle, value: words.person },
            { label: words.day, value: '' },
          ]}
        />
      </Stack>
      <SideDrawer
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.drawer}
        onPrevious={nothing}
        onNext={undefined}
      >
        <LinesSkeleton />
      </SideDrawer>
    </Panel>
  );
};

export const GalleryPage = () => (
  <Page title={words.gallery} description={words.description} action={<Button>{words.act}</Button>}>
    <Controls />
    <States />
    <Figured />
    <GalleryTables />
  </Page>
);
