package io.azureccm.common.config.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The port for health, plans and metrics, and its access control; strings are empty if not set.
 *
 * @param port            0 means no server
 * @param explicitPort    whether the port was given explicitly
 * @param explicitAddress whether the address was given explicitly
 */
public record ServingOptions(int port, boolean explicitPort, String bindAddress, boolean explicitAddress,
        TlsOptions tls,
        AuthenticationOptions authentication, AuthorizationOptions authorization) {

    /** Certificate chain and private key as PEM files. */
    public record TlsFiles(String certificate, String key) {

        public boolean isSet() {
            return !certificate.isEmpty() && !key.isEmpty();
        }
    }

    /**
     * TLS of the port.
     *
     * @param certDirectory where {@code tls.crt} and {@code tls.key} are searched if no files are named
     * @param cipherSuites  of TLS 1.2, by their IANA names; empty for those of the platform
     * @param http2         whether clients are offered HTTP/2
     */
    public record TlsOptions(String certDirectory, TlsFiles files, String minimumVersion, List<String> cipherSuites,
            boolean http2) {

        public TlsOptions {
            cipherSuites = List.copyOf(cipherSuites);
        }

        /** The files that are named, otherwise those in the directory if both exist. */
        public Optional<TlsFiles> found() {
            Path certificate = Path.of(certDirectory, "tls.crt");
            Path key = Path.of(certDirectory, "tls.key");
            if (files.isSet())
                return Optional.of(files);
            return !certDirectory.isEmpty() && Files.isRegularFile(certificate) && Files.isRegularFile(key)
                    ? Optional.of(new TlsFiles(certificate.toString(), key.toString()))
                    : Optional.empty();
        }

        /** The names of the versions in Java. */
        public List<String> protocols() {
            return minimumVersion.equals("VersionTLS13") ? List.of("TLSv1.3") : List.of("TLSv1.2", "TLSv1.3");
        }
    }
}
