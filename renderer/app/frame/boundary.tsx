// A bug in one screen must not take the till away: the frame stays, and the screen can be shown again.
import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  readonly children: ReactNode;
  readonly fallback: (again: () => void) => ReactNode;
}

export class Boundary extends Component<BoundaryProps, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return this.props.fallback(() => this.setState({ broken: false }));
  }
}
