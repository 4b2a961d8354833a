import './fonts.css';
import './styles.css';
import { start } from './app/start.tsx';

const place = document.getElementById('root');
if (place) start(place);
