package io.azureccm.common.config.flags;

import static io.azureccm.common.config.flags.FlagSpec.all;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.AuthenticationOptions.FrontProxyOptions;
import io.azureccm.common.config.options.AuthenticationOptions;
import io.azureccm.common.config.options.AuthorizationOptions;
import io.azureccm.common.config.options.ServingOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Flags of the port for health, plans and metrics: its address, TLS, authentication and authorization. */
final class ServingFlags {

    private static final Duration REVIEW_TTL = Duration.ofSeconds(10);

    static final FlagSpec<Integer> SECURE_PORT = FlagSpec.perApp("secure-port", FlagType.integer(0, 65_535), App::port,
            "Port for health, plans and metrics over HTTPS, 0 for none");

    static final FlagSpec<String> BIND_ADDRESS = all("bind-address", FlagType.TEXT, "0.0.0.0",
            "Address that the port listens on");

    static final FlagSpec<String> CERT_DIR = all("cert-dir", FlagType.TEXT, "",
            "Directory with tls.crt and tls.key for that port; without files, a self-signed certificate is used");

    static final FlagSpec<String> TLS_CERT = all("tls-cert-file", FlagType.TEXT, "",
            "PEM file with the certificate chain for that port");

    static final FlagSpec<String> TLS_KEY = all("tls-private-key-file", FlagType.TEXT, "",
            "PEM file with the private key of that certificate");

    static final FlagSpec<String> TLS_MIN_VERSION = all("tls-min-version",
            FlagType.single("string", "one of VersionTLS12, VersionTLS13",
                    s -> Optional.of(s).filter(Set.of("", "VersionTLS12", "VersionTLS13")::contains), v -> v),
            "VersionTLS12", "Lowest TLS version of that port: VersionTLS12 or VersionTLS13");

    static final FlagSpec<List<String>> TLS_CIPHERS = all("tls-cipher-suites", FlagType.LIST, List.of(),
            "Cipher suites of that port in TLS 1.2; if not set, those of the platform without CBC");

    static final FlagSpec<Boolean> DISABLE_HTTP2 = all("disable-http2-serving", FlagType.BOOL, false,
            "Serve only HTTP/1.1 on that port");

    static final FlagSpec<String> CLIENT_CA = all("client-ca-file", FlagType.TEXT, "",
            "PEM file with the CAs of client certificates; those of the cluster if not set");

    static final FlagSpec<String> PROXY_CA = all("requestheader-client-ca-file", FlagType.TEXT, "",
            "PEM file with the CAs of proxies that name the user in headers; those of the cluster if not set");

    static final FlagSpec<List<String>> PROXY_NAMES = all("requestheader-allowed-names", FlagType.LIST, List.of(),
            "Common names that such a proxy may have; any if not set");

    static final FlagSpec<List<String>> USER_HEADERS = all("requestheader-username-headers", FlagType.LIST,
            List.of("x-remote-user"), "Headers in which such a proxy names the user");

    static final FlagSpec<List<String>> UID_HEADERS = all("requestheader-uid-headers", FlagType.LIST, List.of(),
            "Headers with the UID of that user");

    static final FlagSpec<List<String>> GROUP_HEADERS = all("requestheader-group-headers", FlagType.LIST,
            List.of("x-remote-group"), "Headers with the groups of that user");

    static final FlagSpec<List<String>> EXTRA_PREFIXES = all("requestheader-extra-headers-prefix", FlagType.LIST,
            List.of("x-remote-extra-"), "Prefix of headers with extra information about that user");

    static final FlagSpec<Boolean> SKIP_LOOKUP = all("authentication-skip-lookup", FlagType.BOOL, false,
            "Do not read the CAs of the cluster from kube-system/extension-apiserver-authentication");

    static final FlagSpec<Duration> TOKEN_TTL = all("authentication-token-webhook-cache-ttl", FlagType.DURATION,
            REVIEW_TTL, "How long the result of a token review is cached");

    static final FlagSpec<String> AUTHENTICATION_KUBECONFIG = all("authentication-kubeconfig", FlagType.TEXT, "",
            "Kubeconfig of the API that reviews tokens; that of the controller if not set");

    static final FlagSpec<List<String>> OPEN_PATHS = all("authorization-always-allow-paths", FlagType.LIST,
            List.of("/healthz", "/readyz", "/livez", "/actuator/health", "/actuator/health/*"),
            "Paths that need no authorization; a path that ends in * also covers all paths with that prefix");

    static final FlagSpec<Duration> ALLOWED_TTL = all("authorization-webhook-cache-authorized-ttl", FlagType.DURATION,
            REVIEW_TTL, "How long a positive authorization is cached");

    static final FlagSpec<Duration> DENIED_TTL = all("authorization-webhook-cache-unauthorized-ttl", FlagType.DURATION,
            REVIEW_TTL, "How long a negative authorization is cached");

    static final FlagSpec<String> AUTHORIZATION_KUBECONFIG = all("authorization-kubeconfig", FlagType.TEXT, "",
            "Kubeconfig of the API that reviews access; that of the controller if not set");

    private ServingFlags() {}

    static List<FlagSpec<?>> list() {
        return List.of(SECURE_PORT, BIND_ADDRESS, CERT_DIR, TLS_CERT, TLS_KEY, TLS_MIN_VERSION, TLS_CIPHERS,
                DISABLE_HTTP2, CLIENT_CA, PROXY_CA, PROXY_NAMES, USER_HEADERS, UID_HEADERS, GROUP_HEADERS,
                EXTRA_PREFIXES, SKIP_LOOKUP, TOKEN_TTL, AUTHENTICATION_KUBECONFIG, OPEN_PATHS, ALLOWED_TTL, DENIED_TTL,
                AUTHORIZATION_KUBECONFIG);
    }

    static ServingOptions options(FlagValues v) {
        FrontProxyOptions proxy = new FrontProxyOptions(v.get(PROXY_CA), v.get(PROXY_NAMES), v.get(USER_HEADERS),
                v.get(UID_HEADERS), v.get(GROUP_HEADERS), v.get(EXTRA_PREFIXES));
        return new ServingOptions(v.get(SECURE_PORT), v.given(SECURE_PORT), v.get(BIND_ADDRESS), v.given(BIND_ADDRESS),
                new ServingOptions.TlsOptions(v.get(CERT_DIR),
                        new ServingOptions.TlsFiles(v.get(TLS_CERT), v.get(TLS_KEY)), v.get(TLS_MIN_VERSION),
                        v.get(TLS_CIPHERS), !v.get(DISABLE_HTTP2)),
                new AuthenticationOptions(v.get(AUTHENTICATION_KUBECONFIG), v.get(CLIENT_CA), proxy,
                        v.get(SKIP_LOOKUP), v.get(TOKEN_TTL)),
                new AuthorizationOptions(v.get(AUTHORIZATION_KUBECONFIG), v.get(OPEN_PATHS), v.get(ALLOWED_TTL),
                        v.get(DENIED_TTL)));
    }
}
