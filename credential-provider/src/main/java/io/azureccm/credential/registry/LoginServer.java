package io.azureccm.credential.registry;

import io.azureccm.credential.identity.Cloud;
import java.util.List;
import java.util.Locale;

/**
 * The registry of an image.
 *
 * @param host in lower case, without port
 * @param written the host as in the image, without port
 * @param ofThisCloud whether the host ends in the suffix of the configured cloud; otherwise it gets no token
 */
public record LoginServer(String host, String written, boolean ofThisCloud) {
    static final List<String> SUFFIXES = List.of("azurecr.io", "azurecr.cn", "azurecr.de", "azurecr.us");

    /** Null for an image that is not in an Azure Container Registry. */
    public static LoginServer of(String image, Cloud cloud) {
        String written = host(image);
        String host = written.toLowerCase(Locale.ROOT);
        if (!isName(host))
            return null;
        if (host.endsWith("." + cloud.bareSuffix()))
            return new LoginServer(host, written, true);
        int dot = host.indexOf('.');
        // Names with hyphens or more parts are recognised only in their own cloud, like in the reference.
        boolean plain = dot > 0 && host.indexOf('-') < 0 && SUFFIXES.contains(host.substring(dot + 1));
        return plain ? new LoginServer(host, written, false) : null;
    }

    /** The part before the path, without port; for an image without a path, the part before its tag or digest. */
    public static String host(String image) {
        int end = 0;
        while (end < image.length() && "/:@".indexOf(image.charAt(end)) < 0)
            end++;
        return image.substring(0, end);
    }

    /** Whether a text is a domain name with at least two parts. */
    private static boolean isName(String host) {
        if (host.length() > 253)
            return false;
        int length = 0;
        int parts = 1;
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c == '.') {
                if (length == 0 || host.charAt(i - 1) == '-')
                    return false;
                parts++;
                length = 0;
            } else if (c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' && length > 0) {
                if (++length > 63)
                    return false;
            } else {
                return false;
            }
        }
        return length > 0 && parts > 1 && host.charAt(host.length() - 1) != '-';
    }

    /** Whether a host is this registry: itself, or the registry that this regional endpoint belongs to. */
    boolean isAt(String other, Cloud cloud) {
        String lower = other.toLowerCase(Locale.ROOT);
        return lower.equals(host) || lower.equals(host.substring(0, host.indexOf('.')) + "." + cloud.bareSuffix());
    }
}
