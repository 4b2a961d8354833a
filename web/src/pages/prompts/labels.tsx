import { Badge } from '#ui';

/** The labels to which a version is deployed. */
export const DeployedLabels = ({ labels }: { labels: readonly string[] }) =>
  labels.map((label) => (
    <Badge key={label} tone="good">
      <span className="max-w-40 truncate" title={label}>
        {label}
      </span>
    </Badge>
  ));
