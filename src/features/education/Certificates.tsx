import { useAtomValue } from 'jotai';
import type { Certificate } from '#contract/education.ts';
import { marksOfLessonsAtom } from '#src/features/education/education.atoms.ts';
import { dayWords } from '#src/features/education/words.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { buttonClass } from '#src/ui/button-class.ts';

/** All that were earned; a list of the cabinet. */
export function Certificates({ className }: { className?: string | undefined }) {
  const { data } = useAtomValue(marksOfLessonsAtom);
  if (!data || data.certificates.length === 0) return null;
  return (
    <section className={className} aria-labelledby="certificates">
      <h2 id="certificates">Сертификаты</h2>
      <ul className={className}>
        {data.certificates.map((one) => (
          <li key={one.course_id}>
            <span>
              {one.title}
              <br />
              <span className="small mute">
                № {one.number}, {dayWords(one.issued_at)}
              </span>
            </span>
            <CertificateLink certificate={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The file is made by the server: without a network it says so. */
export function CertificateLink({ certificate, solid = false }: { certificate: Certificate; solid?: boolean }) {
  const { isOnline } = useAtomValue(networkAtom);
  if (!isOnline) return <span className="small soft">Сертификат скачивается, когда есть интернет</span>;
  return (
    <a
      href={certificate.url}
      className={buttonClass(solid ? 'leaf' : 'line')}
      aria-label={`Скачать сертификат: ${certificate.title}`}
      download={`rostok-sertifikat-${certificate.number}.pdf`}
    >
      Скачать сертификат
    </a>
  );
}
