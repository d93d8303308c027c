// The window's icons, each imported from its own file: the package's index would load five thousand of them.
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconBack from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconBackspace from '@tabler/icons-react/dist/esm/icons/IconBackspace.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconCross from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import IconDcc from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconDrawer from '@tabler/icons-react/dist/esm/icons/IconCashRegister.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import IconOffline from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import IconOnline from '@tabler/icons-react/dist/esm/icons/IconWifi.mjs';
import IconPayments from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconPerson from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import IconQuestion from '@tabler/icons-react/dist/esm/icons/IconQuestionMark.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconRefund from '@tabler/icons-react/dist/esm/icons/IconReceiptRefund.mjs';
import IconSale from '@tabler/icons-react/dist/esm/icons/IconCash.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs';
import IconShift from '@tabler/icons-react/dist/esm/icons/IconReportMoney.mjs';
import IconStop from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import IconTerminal from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';

const icons = {
  activity: IconActivity,
  back: IconBack,
  backspace: IconBackspace,
  check: IconCheck,
  clock: IconClock,
  copy: IconCopy,
  cross: IconCross,
  dcc: IconDcc,
  download: IconDownload,
  drawer: IconDrawer,
  keyboard: IconKeyboard,
  link: IconLink,
  lock: IconLock,
  offline: IconOffline,
  online: IconOnline,
  payments: IconPayments,
  person: IconPerson,
  plus: IconPlus,
  printer: IconPrinter,
  question: IconQuestion,
  receipt: IconReceipt,
  refresh: IconRefresh,
  refund: IconRefund,
  sale: IconSale,
  search: IconSearch,
  settings: IconSettings,
  shift: IconShift,
  stop: IconStop,
  terminal: IconTerminal,
} as const;

export type IconName = keyof typeof icons;

/** Always beside a word, so never read out. Of a size in pixels at 100%; it grows with the words. */
export function Icon({ name, size = 24 }: { readonly name: IconName; readonly size?: number }) {
  const Shape = icons[name];
  return <Shape size={`${size / 16}rem`} stroke={1.75} aria-hidden="true" focusable="false" />;
}
