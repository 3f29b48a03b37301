package io.azureccm.credential.http;

import io.azureccm.credential.report.Failure;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Selects the proxy of a URL from HTTP_PROXY, HTTPS_PROXY and NO_PROXY, or their lower-case forms if the upper-case
 * ones are not set. NO_PROXY takes names (including subdomains), names with a leading dot (only subdomains), addresses,
 * CIDRs and *; all except CIDRs may have a port. Requests to this machine never go through a proxy.
 */
public final class ProxySettings {
    private final String http;
    private final String https;
    private final List<String> direct = new ArrayList<>();

    public ProxySettings(Map<String, String> environment) {
        http = variable(environment, "HTTP_PROXY");
        https = variable(environment, "HTTPS_PROXY");
        for (String entry : variable(environment, "NO_PROXY").split(",")) {
            String name = entry.strip().toLowerCase(Locale.ROOT);
            if (!name.isEmpty())
                direct.add(name);
        }
    }

    private static String variable(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        return (value.isEmpty() ? environment.getOrDefault(name.toLowerCase(Locale.ROOT), "") : value).strip();
    }

    /** The proxy for a host (in lower case, IPv6 without brackets); null for none. */
    URI proxyFor(boolean secure, String host, int port) {
        String proxy = secure ? https : http;
        if (proxy.isEmpty() || isDirect(host, port))
            return null;
        return parsed(secure ? "HTTPS_PROXY" : "HTTP_PROXY", proxy);
    }

    private static URI parsed(String variable, String proxy) {
        try {
            URI uri = new URI(proxy.contains("://") ? proxy : "http://" + proxy);
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            if (uri.getHost() != null && uri.getPort() <= 65535
                    && List.of("http", "https", "socks5", "socks5h").contains(scheme))
                return uri;
        } catch (URISyntaxException wrong) {
            // reported below without the value, which may contain a password
        }
        throw new Failure(variable + " is not the URL of a proxy, such as http://proxy.example.com:3128");
    }

    private boolean isDirect(String host, int port) {
        InetAddress address = IpText.parse(host);
        if (IpText.isLoopback(host))
            return true;
        for (String entry : direct) {
            if (entry.equals("*") || matches(entry, host, address, port))
                return true;
        }
        return false;
    }

    private static boolean matches(String entry, String host, InetAddress address, int port) {
        int slash = entry.indexOf('/');
        if (slash >= 0)
            return address != null && IpText.contains(entry.substring(0, slash), entry.substring(slash + 1), address);
        String name = entry;
        int colon = entry.lastIndexOf(':');
        if (colon >= 0 && (entry.indexOf(':') == colon || entry.startsWith("[") && entry.charAt(colon - 1) == ']')) {
            if (!entry.substring(colon + 1).equals(Integer.toString(port)))
                return false;
            name = entry.substring(0, colon);
        }
        if (name.startsWith("[") && name.endsWith("]"))
            name = name.substring(1, name.length() - 1);
        InetAddress wanted = IpText.parse(name);
        if (wanted != null || address != null)
            return wanted != null && wanted.equals(address);
        if (name.startsWith("*."))
            name = name.substring(1);
        return name.startsWith(".") ? host.endsWith(name) : host.equals(name) || host.endsWith("." + name);
    }
}
