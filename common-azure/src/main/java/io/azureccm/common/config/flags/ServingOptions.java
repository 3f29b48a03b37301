package io.azureccm.common.config.flags;

import java.util.List;
import java.util.Objects;

/**
 * The port for health and metrics; strings are empty when not set.
 *
 * @param port          0 means no server at all
 * @param certDirectory where {@code tls.crt} and {@code tls.key} are looked for when no files are named
 */
public record ServingOptions(int port, String bindAddress, String certDirectory, TlsFiles files,
        String minimumTlsVersion, List<String> cipherSuites) {

    /** Certificate chain and private key as PEM files. */
    public record TlsFiles(String certificate, String key) {

        public TlsFiles {
            Objects.requireNonNull(certificate);
            Objects.requireNonNull(key);
        }

        public boolean isSet() {
            return !certificate.isEmpty() && !key.isEmpty();
        }
    }

    public ServingOptions {
        Objects.requireNonNull(bindAddress);
        Objects.requireNonNull(certDirectory);
        Objects.requireNonNull(files);
        Objects.requireNonNull(minimumTlsVersion);
        cipherSuites = List.copyOf(cipherSuites);
    }
}
