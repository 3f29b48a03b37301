package io.azureccm.common.serve;

import io.azureccm.common.config.value.NearestName;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocketFactory;

/** Cipher suites of TLS 1.2 of this platform, by their IANA names. TLS 1.3 has suites of its own, which cannot be chosen. */
public final class CipherSuites {
    /** Names that Go, and with it Kubernetes, had before the suites were standardized. */
    private static final Map<String, String> OLD_NAMES = Map.of("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");
    /** Suites that Kubernetes accepts and hardening guides list, but this Java has not: RC4, 3DES, no forward secrecy. */
    private static final Pattern RETIRED = Pattern.compile("TLS_RSA_WITH_(RC4_128_SHA|3DES_EDE_CBC_SHA"
            + "|AES_(128|256)_CBC_SHA|AES_128_(CBC|GCM)_SHA256|AES_256_GCM_SHA384)"
            + "|TLS_ECDHE_(ECDSA|RSA)_WITH_RC4_128_SHA|TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA");

    private CipherSuites() {}

    /**
     * The suites with these names, which may be the older ones that Kubernetes accepts, without {@link #retired} ones.
     *
     * @throws IllegalArgumentException with a one-line message that contains all names that are unknown, or if none is left
     */
    public static List<String> named(List<String> all) {
        if (all.isEmpty())
            return all;
        List<String> retired = retired(all);
        List<String> names = all.size() == retired.size()
                ? all
                : all.stream().filter(name -> !retired.contains(name)).toList();
        Set<String> known = supported();
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

    /** Those of the names that are not used, since the platform has them no longer. */
    public static List<String> retired(List<String> names) {
        Set<String> known = supported();
        return names.stream().filter(name -> RETIRED.matcher(name).matches() && !known.contains(name)).toList();
    }

    private static Set<String> supported() {
        return new LinkedHashSet<>(
                List.of(((SSLServerSocketFactory) SSLServerSocketFactory.getDefault()).getSupportedCipherSuites()));
    }

    /** The suites that are used if none are named: those that the context enables, with authenticated encryption and forward secrecy. */
    public static List<String> usual(SSLContext context) {
        return Arrays.stream(context.getDefaultSSLParameters().getCipherSuites())
                .filter(suite -> suite.matches("TLS_(EC)?DHE_.*_WITH_(.*_GCM_|CHACHA20_).*"))
                .toList();
    }
}
