package io.azureccm.common.arm.gateway;

import io.azureccm.common.net.Cidr;
import io.azureccm.common.net.IpAddress;
import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The proxies of the environment: HTTPS_PROXY and HTTP_PROXY by the scheme of a URL, and NO_PROXY, each in upper or lower case, with
 * the meaning that they have for Go programs. This machine and its metadata service are never reached through a proxy.
 */
public record HttpProxies(Optional<URI> https, Optional<URI> http, List<String> direct) {
    public static final HttpProxies NONE = new HttpProxies(Optional.empty(), Optional.empty(), List.of());

    /** The JDK sends no password to a proxy of TLS connections unless this is empty before the first connection. */
    private static final String WITHOUT_PASSWORD = "jdk.http.auth.tunneling.disabledSchemes";
    private static final String METADATA_SERVICE = "169.254.169.254";
    private static final int DEFAULT_PORT = 80;

    /** Throws an {@link IllegalArgumentException} with a one-line message for what is not a proxy. */
    public static HttpProxies of(Map<String, String> environment) {
        return new HttpProxies(proxy(environment, "HTTPS_PROXY"), proxy(environment, "HTTP_PROXY"),
                Arrays.stream(variable(environment, "NO_PROXY").split(","))
                        .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
                        .filter(entry -> !entry.isEmpty())
                        .toList());
    }

    /** To be called before the process opens its first connection. */
    public static void allowPasswords() {
        if (System.getProperty(WITHOUT_PASSWORD) == null)
            System.setProperty(WITHOUT_PASSWORD, "");
    }

    private static String variable(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        return (value.isEmpty() ? environment.getOrDefault(name.toLowerCase(Locale.ROOT), "") : value).strip();
    }

    /** The value is not part of the message: it may contain a password. */
    private static Optional<URI> proxy(Map<String, String> environment, String name) {
        String value = variable(environment, name);
        if (value.isEmpty())
            return Optional.empty();
        try {
            URI url = new URI(value.contains("://") ? value : "http://" + value);
            if (url.getHost() != null && "http".equalsIgnoreCase(url.getScheme()))
                return Optional.of(url);
        } catch (URISyntaxException malformed) {
            // Reported below.
        }
        throw new IllegalArgumentException(
                name + ": expected the URL of a proxy such as http://proxy.example.com:3128, without TLS to the proxy");
    }

    /** The client connects through the proxies. */
    public HttpClient.Builder around(HttpClient.Builder client) {
        if (https.isEmpty() && http.isEmpty())
            return client;
        client.proxy(new Selector());
        return Stream.of(https, http).flatMap(Optional::stream).anyMatch(url -> url.getRawUserInfo() != null)
                ? client.authenticator(new Login())
                : client;
    }

    /** The proxy for a URL; empty for a direct connection. */
    public Optional<URI> proxyOf(URI url) {
        boolean secure = "https".equalsIgnoreCase(url.getScheme());
        int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
        return (secure ? https : http).filter(proxy -> !isDirect(host(url), port));
    }

    /** Host and port of a proxy for messages. */
    static String server(URI proxy) {
        return proxy.getHost() + ":" + (proxy.getPort() < 0 ? DEFAULT_PORT : proxy.getPort());
    }

    private static String host(URI url) {
        String host = url.getHost().toLowerCase(Locale.ROOT);
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private boolean isDirect(String host, int port) {
        boolean here = host.equals("localhost") || host.equals(METADATA_SERVICE) || host.equals("::1")
                || IpAddress.isAddress(host) && host.startsWith("127.");
        return here || direct.stream().anyMatch(entry -> entry.equals("*") || matches(entry, host, port));
    }

    private static boolean matches(String entry, String host, int port) {
        if (entry.indexOf('/') >= 0)
            return Cidr.parse(entry).filter(range -> range.contains(host)).isPresent();
        String name = entry;
        int colon = entry.lastIndexOf(':');
        if (colon >= 0 && (entry.indexOf(':') == colon || entry.startsWith("[") && entry.charAt(colon - 1) == ']')) {
            if (!entry.substring(colon + 1).equals(Integer.toString(port)))
                return false;
            name = entry.substring(0, colon);
        }
        name = name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
        if (IpAddress.isAddress(host) || IpAddress.isAddress(name))
            return IpAddress.canonical(name).equals(IpAddress.canonical(host));
        name = name.startsWith("*.") ? name.substring(1) : name;
        return name.startsWith(".") ? host.endsWith(name) : host.equals(name) || host.endsWith("." + name);
    }

    @Override
    public String toString() {
        return "HttpProxies[" + Stream.of(https, http).flatMap(Optional::stream).map(URI::getHost).toList() + "]";
    }

    private final class Selector extends ProxySelector {
        @Override
        public List<Proxy> select(URI url) {
            return List.of(proxyOf(url)
                    .map(proxy -> new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.getHost(),
                            proxy.getPort() < 0 ? DEFAULT_PORT : proxy.getPort())))
                    .orElse(Proxy.NO_PROXY));
        }

        @Override
        public void connectFailed(URI url, SocketAddress proxy, IOException failure) {
            // The request fails, which is reported.
        }
    }

    /** User and password from the URL of the proxy that asks for them. */
    private final class Login extends Authenticator {
        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
            Optional<URI> asking = Stream.of(https, http)
                    .flatMap(Optional::stream)
                    .filter(url -> getRequestorType() == RequestorType.PROXY && url.getRawUserInfo() != null
                            && url.getHost().equalsIgnoreCase(getRequestingHost()))
                    .findFirst();
            return asking.map(url -> {
                String[] parts = url.getRawUserInfo().split(":", 2);
                return new PasswordAuthentication(plain(parts[0]),
                        plain(parts.length < 2 ? "" : parts[1]).toCharArray());
            }).orElse(null);
        }

        private String plain(String part) {
            return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
        }
    }
}
