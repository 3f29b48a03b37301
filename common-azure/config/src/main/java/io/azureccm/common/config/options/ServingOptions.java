package io.azureccm.common.config.options;

import java.util.List;

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
    }
}
