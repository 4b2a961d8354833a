// The UI kit. Pages import all their components from here.
export { Badge, StatusDot, type Tone } from './badge.tsx';
export {
  AppLink,
  Button,
  ButtonLink,
  CloseButton,
  IconButton,
  TextLink,
  type AppLinkProps,
} from './button.tsx';
export { Card, Stat } from './card.tsx';
export { BarChart } from './charts/bar-chart.tsx';
export { BarList, type BarListItem } from './charts/bar-list.tsx';
export { type ChartProps, type Series } from './charts/frame.tsx';
export { Histogram } from './charts/histogram.tsx';
export { LineChart } from './charts/line-chart.tsx';
export { Sparkline } from './charts/sparkline.tsx';
export { CodeBlock, CopyButton } from './code-block.tsx';
export { ColumnChoice, useColumns } from './column-choice.tsx';
export { ConversationView } from './conversation-view.tsx';
export { ConfirmDialog, Dialog, DialogActions } from './dialog.tsx';
export { EmptyState } from './empty-state.tsx';
export { ErrorNotice, ErrorState, useErrorText } from './error-state.tsx';
export { Checkbox, Field, Input, PasswordInput, Radio, RadioGroup, Select, TextArea } from './field.tsx';
export { FilterChips } from './filter-chips.tsx';
export { Form, faultOf } from './form.tsx';
export { JsonView } from './json-view.tsx';
export { KeyList } from './key-list.tsx';
export { LoadMore } from './load-more.tsx';
export { Loaded } from './loaded.tsx';
export { Menu, MenuCheck, MenuChoice, MenuItem, MenuLabel, MenuLine } from './menu.tsx';
export { Meter } from './meter.tsx';
export { Page, useTitle } from './page.tsx';
export { Skeleton, SkeletonRows, Waiting } from './skeleton.tsx';
export { Switch } from './switch.tsx';
export { Table, type TableColumn } from './table.tsx';
export { Segments, Tabs } from './tabs.tsx';
export { Toasts, say } from './toast.tsx';
export { Tooltip, TooltipProvider } from './tooltip.tsx';
export { Ago, Duration, Money, Time, Tokens } from './values.tsx';
export { VirtualTable, type Sorting, type VirtualColumn } from './virtual-table.tsx';
export { WindowPicker } from './window-picker.tsx';
export { deliveryWordings } from './delivery-wordings.ts';
export { reasonWordings } from './reason-wordings.ts';
export { SafetyWords } from './safety-words.tsx';
export { useScoreWords } from './score-words.ts';
