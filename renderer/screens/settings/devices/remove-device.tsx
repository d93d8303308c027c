// Asks before a device goes out of the settings.
import { Button } from '../../../ui/base/button.tsx';
import { useWords } from '../../../ui/base/context.tsx';
import { Dialog } from '../../../ui/base/dialog.tsx';

interface RemoveDeviceProps {
  /** The device's name. */
  readonly device: string;
  /** What follows from it. */
  readonly sure: 'devices.removeSure' | 'devices.removeLineSure';
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export function RemoveDevice({ device, sure, onRemove, onClose }: RemoveDeviceProps) {
  const { say } = useWords();
  const title = say('devices.remove', { printer: device });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('do.back')}</Button>
          <Button kind="out" onPress={onRemove}>
            {title}
          </Button>
        </>
      }
    >
      <p>{say(sure)}</p>
    </Dialog>
  );
}
