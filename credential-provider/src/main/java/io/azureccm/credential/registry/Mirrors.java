package io.azureccm.credential.registry;

import io.azureccm.credential.report.Log;
import java.util.ArrayList;
import java.util.List;

/**
 * The flag {@code --registry-mirror}: comma-separated {@code SOURCE:TARGET} or {@code SOURCE=TARGET}. A source is a
 * host, optionally followed by a path; it may have a port if "=" is used. The longest source that is a prefix of the
 * image applies.
 */
public final class Mirrors {
    private final List<Mirror> mirrors = new ArrayList<>();

    /** Images of {@code source} are pulled from {@code target}. */
    public record Mirror(String source, String target) {
        public String applied(String image) {
            return target + image.substring(source.length());
        }

        boolean fits(String image) {
            if (!image.startsWith(source))
                return false;
            if (image.length() == source.length() || source.endsWith("/"))
                return true;
            char next = image.charAt(source.length());
            return next == '/' || (next == ':' || next == '@') && source.indexOf('/') >= 0;
        }
    }

    public Mirrors(String flag, Log log) {
        StringBuilder bare = new StringBuilder(flag.length());
        for (int i = 0; i < flag.length(); i++) {
            if (!Character.isWhitespace(flag.charAt(i)))
                bare.append(flag.charAt(i));
        }
        for (String part : bare.toString().split(",")) {
            if (part.isEmpty())
                continue;
            int equals = part.indexOf('=');
            int cut = equals >= 0 ? equals : part.indexOf(':');
            String source = part.substring(0, Math.max(cut, 0));
            String target = part.substring(cut + 1);
            if (source.isEmpty() || target.isEmpty() || target.indexOf('=') >= 0 || target.indexOf(':') >= 0) {
                log.warning("--registry-mirror: \"" + log.quote(part)
                        + "\" is ignored; expected SOURCE:TARGET, or SOURCE:PORT=TARGET for a source with a port");
            } else {
                mirrors.add(new Mirror(source, target));
            }
        }
    }

    /** The mirror of an image, or null. */
    public Mirror of(String image) {
        Mirror longest = null;
        for (Mirror mirror : mirrors) {
            if (mirror.fits(image) && (longest == null || mirror.source().length() > longest.source().length()))
                longest = mirror;
        }
        return longest;
    }
}
