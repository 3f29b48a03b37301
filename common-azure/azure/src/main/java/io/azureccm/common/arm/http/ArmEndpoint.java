package io.azureccm.common.arm.http;

import io.azureccm.common.core.ArmId;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The base address of one ARM: builds request URLs and determines to which other addresses the bearer token may be sent. */
public record ArmEndpoint(URI base) {
    private static final Pattern ILLEGAL = Pattern.compile("[ \"<>\\\\^`{|}]");

    /** {@code url} must be https: a bearer token is never sent unencrypted. */
    public static ArmEndpoint of(String url) {
        URI base = URI.create(url.endsWith("/") ? url : url + "/");
        if (!"https".equalsIgnoreCase(base.getScheme()) || base.getHost() == null)
            throw new IllegalArgumentException("the ARM endpoint \"" + url + "\" must be an https URL");
        return new ArmEndpoint(base);
    }

    public URI url(ArmId id, String suffix, Map<String, String> query, String apiVersion) {
        Map<String, String> all = new TreeMap<>(query);
        all.putIfAbsent("api-version", apiVersion);
        String encoded = all.entrySet()
                .stream()
                .map(entry -> encode(entry.getKey()) + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
        String prefix = base.getRawPath().substring(0, base.getRawPath().length() - 1);
        return URI
                .create(base.getScheme() + "://" + base.getRawAuthority() + prefix + path(id + suffix) + "?" + encoded);
    }

    /** A URL as Azure sends it, which may contain characters that should have been encoded; empty if it is not a URL. */
    public static Optional<URI> parse(String url) {
        String encoded = ILLEGAL.matcher(url.trim()).replaceAll(match -> encode(match.group()));
        try {
            return Optional.of(new URI(encoded)).filter(URI::isAbsolute);
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    /** The host itself and, for regional endpoints, names below it; same port, https. */
    public boolean trusts(URI other) {
        if (other.getHost() == null || !"https".equalsIgnoreCase(other.getScheme()))
            return false;
        String ours = base.getHost().toLowerCase(Locale.ROOT);
        String theirs = other.getHost().toLowerCase(Locale.ROOT);
        return (theirs.equals(ours) || theirs.endsWith("." + ours)) && port(other) == port(base);
    }

    /** Host and port for messages. */
    public static String server(URI url) {
        return url.getHost().toLowerCase(Locale.ROOT) + ":" + port(url);
    }

    private static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : 443;
    }

    private static String path(String text) {
        try {
            return new URI(null, null, text, null).toASCIIString();
        } catch (URISyntaxException malformed) {
            throw new IllegalArgumentException("\"" + text + "\" cannot be part of a URL", malformed);
        }
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("%24", "$");
    }
}
