package io.azureccm.credential.http;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.LinkedHashMap;

/**
 * The certificates of PEM files by subject, decoded only when needed: a system bundle has 150 of them, and one
 * connection needs one.
 */
public final class PemCertificates {
    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    private final Map<String, List<byte[]>> bySubject = new LinkedHashMap<>();

    /** Adds the certificates of a file; skips invalid blocks. */
    public void add(byte[] file) {
        String text = new String(file, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(BEGIN);
        while (at >= 0) {
            int end = text.indexOf(END, at);
            if (end < 0)
                return;
            addBlock(text.substring(at + BEGIN.length(), end));
            at = text.indexOf(BEGIN, end);
        }
    }

    private void addBlock(String base64) {
        StringBuilder digits = new StringBuilder(base64.length());
        for (int i = 0; i < base64.length(); i++) {
            if (base64.charAt(i) > ' ')
                digits.append(base64.charAt(i));
        }
        try {
            byte[] certificate = Base64.getDecoder().decode(digits.toString());
            bySubject.computeIfAbsent(key(subject(certificate)), key -> new ArrayList<>()).add(certificate);
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException unreadable) {
            // not a certificate
        }
    }

    public boolean isEmpty() {
        return bySubject.isEmpty();
    }

    /** Those whose subject is exactly the given DER-encoded name. */
    List<X509Certificate> withSubject(byte[] name) {
        return parsed(bySubject.getOrDefault(key(name), List.of()));
    }

    /** All valid certificates. */
    public List<X509Certificate> all() {
        List<X509Certificate> all = new ArrayList<>();
        bySubject.values().forEach(each -> all.addAll(parsed(each)));
        return all;
    }

    private static List<X509Certificate> parsed(List<byte[]> encoded) {
        List<X509Certificate> certificates = new ArrayList<>();
        for (byte[] each : encoded) {
            try {
                certificates.add((X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(each)));
            } catch (CertificateException unreadable) {
                // invalid, so it cannot be trusted
            }
        }
        return certificates;
    }

    private static String key(byte[] name) {
        return new String(name, StandardCharsets.ISO_8859_1);
    }

    /** The subject of a certificate: the sixth element of the signed part, or the fifth if it has no version. */
    private static byte[] subject(byte[] certificate) {
        Der signed = new Der(certificate).inside().inside();
        if (signed.tag() == 0xa0)
            signed = signed.next();
        return signed.next().next().next().next().bytes();
    }

    /** A DER element: where it starts, where its content starts, and where it ends. */
    private record Der(byte[] of, int start, int content, int end) {
        Der(byte[] of) {
            this(of, 0);
        }

        private Der(byte[] of, int start) {
            int length = of[start + 1] & 0xff;
            int content = start + 2;
            if (length >= 0x80) {
                int bytes = length & 0x7f;
                if (bytes == 0 || bytes > 3)
                    throw new IllegalArgumentException("length of an element");
                length = 0;
                for (int i = 0; i < bytes; i++)
                    length = length << 8 | of[content++] & 0xff;
            }
            if (content + length > of.length)
                throw new IllegalArgumentException("end of an element");
            this(of, start, content, content + length);
        }

        int tag() {
            return of[start] & 0xff;
        }

        Der inside() {
            return new Der(of, content);
        }

        Der next() {
            return new Der(of, end);
        }

        byte[] bytes() {
            return Arrays.copyOfRange(of, start, end);
        }
    }
}
