package io.azureccm.common.serve;

import io.azureccm.common.config.value.NearestName;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;

/** Cipher suites of TLS 1.2 of this platform, by their IANA names. TLS 1.3 has suites of its own, which cannot be chosen. */
public final class CipherSuites {
    /** Names that Go, and with it Kubernetes, had before the suites were standardized. */
    private static final Map<String, String> OLD_NAMES = Map.of("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");

    private CipherSuites() {}

    /**
     * The suites with these names, which may be the older ones that Kubernetes accepts.
     *
     * @throws IllegalArgumentException with a one-line message that contains all names that are unknown
     */
    public static List<String> named(List<String> names) {
        if (names.isEmpty())
            return names;
        Set<String> known = new LinkedHashSet<>(
                List.of(((SSLServerSocketFactory) SSLServerSocketFactory.getDefault()).getSupportedCipherSuites()));
        List<String> suites = names.stream().map(name -> OLD_NAMES.getOrDefault(name, name)).toList();
        String unknown = suites.stream()
                .filter(suite -> !known.contains(suite))
                .distinct()
                .map(suite -> "\"" + suite + "\"" + NearestName.hint(suite, known))
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty())
            throw new IllegalArgumentException(
                    "--tls-cipher-suites: this platform has no cipher suite " + unknown
                            + "; expected names such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
        return suites;
    }

    /** The suites that are used if none are named: those that the context enables, with authenticated encryption and forward secrecy. */
    public static List<String> usual(SSLContext context) {
        return Arrays.stream(context.getDefaultSSLParameters().getCipherSuites())
                .filter(suite -> suite.matches("TLS_(EC)?DHE_.*_WITH_(.*_GCM_|CHACHA20_).*"))
                .toList();
    }
}
