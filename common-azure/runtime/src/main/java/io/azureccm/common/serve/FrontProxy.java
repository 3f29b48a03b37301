package io.azureccm.common.serve;

import io.azureccm.common.config.options.AuthenticationOptions.FrontProxyOptions;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.X509ExtendedTrustManager;

/** A proxy that has authenticated a user and names that user in headers, trusted by its certificate. */
record FrontProxy(X509ExtendedTrustManager authorities, FrontProxyOptions names) {

    /** The user that the proxy names; empty if the request does not come through such a proxy, whatever its headers contain. */
    Optional<UserInfo> user(Credentials shown) {
        Optional<String> user = first(shown, names.userHeaders());
        if (user.isEmpty() || !isProxy(shown))
            return Optional.empty();
        List<String> groups = names.groupHeaders().stream().flatMap(name -> shown.header(name).stream()).toList();
        return Optional.of(UserInfo.authenticated(user.get(), first(shown, names.uidHeaders()).orElse(""), groups,
                extra(shown)));
    }

    private boolean isProxy(Credentials shown) {
        return CertificateUsers.isSigned(shown.certificates(), authorities) && (names.allowedNames().isEmpty()
                || CertificateUsers.commonName(shown.certificates().getFirst())
                        .filter(names.allowedNames()::contains)
                        .isPresent());
    }

    private static Optional<String> first(Credentials shown, List<String> headers) {
        return headers.stream()
                .flatMap(name -> shown.header(name).stream().limit(1))
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** Keys are the part after the prefix, in lower case and percent-decoded. */
    private Map<String, List<String>> extra(Credentials shown) {
        Map<String, List<String>> extra = new TreeMap<>();
        shown.headers()
                .forEach((header, values) -> names.extraPrefixes()
                        .stream()
                        .filter(prefix -> header.regionMatches(true, 0, prefix, 0, prefix.length()))
                        .findFirst()
                        .ifPresent(prefix -> extra
                                .computeIfAbsent(key(header.substring(prefix.length())), key -> new ArrayList<>())
                                .addAll(values)));
        return extra;
    }

    private static String key(String suffix) {
        String lower = suffix.toLowerCase(Locale.ROOT);
        try {
            return URLDecoder.decode(lower.replace("+", "%2b"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return lower;
        }
    }
}
