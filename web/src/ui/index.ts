// The UI kit. Pages import all their components from here.
export { AttentionCount } from './attention.ts';
export { Badge, StatusDot, type Tone } from './badge.tsx';
export { Breadcrumbs } from './breadcrumbs.tsx';
export {
  AppLink,
  Button,
  ButtonAnchor,
  ButtonLink,
  CloseButton,
  IconButton,
  TextLink,
  type AppLinkProps,
} from './button.tsx';
export { ScoreChoice } from './call/annotate.tsx';
export { CallActions } from './call/call-actions.tsx';
export { callTabOf } from './call/call-panel.tsx';
export { CallSkeleton, CallView } from './call/call-view.tsx';
export { Card, Stat } from './card.tsx';
export { BarChart } from './charts/bar-chart.tsx';
export { BarList } from './charts/bar-list.tsx';
export { type Series } from './charts/types.ts';
export { Histogram } from './charts/histogram.tsx';
export { LineChart } from './charts/line-chart.tsx';
export { Chip } from './chip.tsx';
export { SharedCrosshair } from './charts/crosshair.tsx';
export { Board } from './board/board.tsx';
export { BoardGrid, chartHeight, GAP_PX, ROW_PX } from './board/board-grid.tsx';
export { bottomOf, BOARD_COLUMNS, moveBy, moveTo, resizeTo, settle, type Direction } from './board/layout.ts';
export { useMarkers } from './board/markers.ts';
export { timeLabels } from './board/points.ts';
export { narrowedBy, type Scope } from './board/scope.ts';
export { boardTexts } from './board/texts.ts';
export { useBoardScope } from './board/use-board-scope.ts';
export { useGroupNames } from './board/group-names.ts';
export { useBoard, type Asked } from './board/use-figures.ts';
export {
  chartsOf,
  fitted,
  groupsOf,
  metricsOf,
  type Chart,
  type Widget,
  type WidgetGroup,
  type WidgetMetric,
} from './board/widget.ts';
export { WidgetGroups } from './board/widget-groups.tsx';
export type { WidgetData } from './board/read.ts';
export { WidgetView } from './board/widget-view.tsx';
export { CodeBlock, CopyButton } from './code-block.tsx';
export { ColumnChoice, useColumns } from './column-choice.tsx';
export { NoContent } from './content/no-content.tsx';
export { SearchedWithoutMessages, StoreMessages, useStoresMessages } from './content/store-messages.tsx';
export { storageTexts } from './content/texts.ts';
export { FilmStrip } from './media/film-strip.tsx';
export { MessageParts } from './conversation/message-parts.tsx';
export { pairTools } from './conversation/pair-tools.ts';
export { TextModeChoice } from './conversation/text-mode.tsx';
export { useRoleName } from './conversation/use-role-name.ts';
export { ConversationMessages } from './conversation/conversation.tsx';
export { StepView } from './conversation/step-view.tsx';
export { ConversationView } from './conversation/conversation-view.tsx';
export { CommentEntry } from './comments/comment-entry.tsx';
export { Comments } from './comments/comments.tsx';
export { RunComments } from './comments/run-comments.tsx';
export { useConditionWords } from './condition-words.ts';
export { Combobox } from './combobox.tsx';
export { AddToDataset } from './dataset/add-to-dataset.tsx';
export { DatasetLimit } from './dataset/dataset-limit.tsx';
export { useDatasetLimits } from './dataset/limits.ts';
export { DateRange } from './date-range.tsx';
export { ConfirmDialog, Dialog, DialogActions } from './dialog.tsx';
export { EmptyState } from './empty-state.tsx';
export { ErrorText } from './error-text.tsx';
export { AlertBox, ErrorNotice, ErrorState, useErrorText } from './error-state.tsx';
export { Checkbox, Field, Input, PasswordInput, Radio, RadioGroup, Select, TextArea } from './form/field.tsx';
export { FacetSidebar } from './facets/facet-sidebar.tsx';
export { RecordConditions } from './facets/record-conditions.tsx';
export { FilterChips } from './filter-chips.tsx';
export { FixBar } from './fix/fix-bar.tsx';
export { FixButton } from './fix/fix-button.tsx';
export { promptOfCall } from './fix/make-dataset.ts';
export { fixTexts } from './fix/texts.ts';
export { useFixTrail } from './fix/use-fix.ts';
export { useDraft, type Draft } from './form/draft.ts';
export { DraftForm, NumberField, RadioField, SelectField, SendDraft, TextField } from './form/draft-form.tsx';
export { ProjectField } from './form/project-field.tsx';
export { Form, faultOf } from './form/form.tsx';
export { JsonView } from './json-view.tsx';
export { JudgeNow } from './judge/judge-now.tsx';
export { KeyList } from './key-list.tsx';
export { type ListOrder } from './list/column-title.tsx';
export { ListPage } from './list/list-page.tsx';
export { ListRows, ListTable } from './list/list-rows.tsx';
export { listTexts } from './list/texts.ts';
export { ListSummary } from './list/list-summary.tsx';
export { LoadMore } from './list/load-more.tsx';
export { NothingListed } from './list/nothing-listed.tsx';
export { Loaded } from './loaded.tsx';
export { Menu, MenuChoice, MenuItem, MenuLabel, MenuLine } from './menu.tsx';
export { ShareMeter } from './meter.tsx';
export { CopyLink, Page, useTitle } from './page.tsx';
export { CallName, NameAndId, PreviewLines, PreviewLine, SearchSnippet, TraceName } from './preview.tsx';
export { RecordTabs } from './record-tabs.tsx';
export { AddToQueue } from './review-queue/add-to-queue.tsx';
export { ReviewTabs } from './review-queue/review-tabs.tsx';
export { LazyMarkdown } from './markdown/lazy-markdown.tsx';
export { ScoreOnScale } from './score-on-scale.tsx';
export { ScoreList, useScoreText } from './score-list.tsx';
export { SearchBox } from './search-box.tsx';
export { PeekDrawer } from './peek-drawer.tsx';
export { Sheet } from './sheet.tsx';
export { ShownOnce } from './shown-once.tsx';
export { Skeleton, SkeletonRows, TableSkeleton, Waiting } from './skeleton.tsx';
export { Switch } from './switch.tsx';
export { Table, type TableColumn } from './table.tsx';
export { Segments, Tabs } from './tabs.tsx';
export { TagBadges } from './tag-badges.tsx';
export { NoticeLine, Toasts, say, useNotices } from './toast.tsx';
export { Tooltip, TooltipProvider } from './tooltip.tsx';
export { Ago, Cut, Duration, Money, Time, Tokens } from './values.tsx';
export { UnpricedNote } from './unpriced-note.tsx';
export { VirtualTable, type VirtualColumn } from './virtual-table.tsx';
export { WindowPicker } from './window-picker.tsx';
export { deliveryWordings } from './delivery-wordings.ts';
export { reasonWordings } from './reason-wordings.ts';
export { SafetyWords } from './safety-words.tsx';
export { useScoreWords } from './score-words.ts';
export { usePageKeys } from './use-page-keys.ts';
