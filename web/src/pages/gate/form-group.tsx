import type { ReactNode } from 'react';

interface FormGroupProps {
  title: string;
  hint: string;
  children: ReactNode;
}

export const FormGroup = ({ title, hint, children }: FormGroupProps) => (
  <fieldset className="grid gap-4 border-t pt-4">
    <legend className="sr-only">{title}</legend>
    <p className="text-sm">
      <span className="font-medium">{title}</span> <span className="text-muted">{hint}</span>
    </p>
    {children}
  </fieldset>
);
