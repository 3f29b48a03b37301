package io.azureccm.credential.registry;

import io.azureccm.credential.text.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** How long the kubelet may cache a password: one hour, or less if it expires earlier, in Go's duration format. */
public final class CacheTime {
    private static final long HOUR = 3600;
    /** A pull that takes longer than this still gets an access token at its start. */
    private static final long MARGIN = 300;

    private CacheTime() {}

    /**
     * @param password a JWT with an expiry time; other formats have no known expiry
     *
     * @param now seconds since 1970
     */
    public static String of(String password, long now) {
        double end = end(password);
        if (end <= 0 || end - now - MARGIN >= HOUR)
            return text(HOUR);
        return text(Math.max(0, (long) (end - now - MARGIN)));
    }

    private static double end(String password) {
        int first = password.indexOf('.');
        int second = password.indexOf('.', first + 1);
        if (first < 0 || second < 0)
            return 0;
        try {
            byte[] claims = Base64.getUrlDecoder().decode(password.substring(first + 1, second));
            return JsonReader.read(new String(claims, StandardCharsets.UTF_8)) instanceof Map<?, ?> map
                    && map.get("exp") instanceof Double exp ? exp : 0;
        } catch (IllegalArgumentException noToken) {
            return 0;
        }
    }

    private static String text(long seconds) {
        long hours = seconds / 3600;
        long minutes = seconds % 3600 / 60;
        return (hours > 0 ? hours + "h" : "") + (seconds >= 60 ? minutes + "m" : "") + seconds % 60 + "s";
    }
}
