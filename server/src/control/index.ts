export { askServer } from './ask.ts';
export { listenForCommands, type Control } from './listen.ts';
export { SOCKET } from './socket-path.ts';
