package io.azureccm.common.boot.preflight;

import java.util.List;
import org.springframework.core.env.Environment;

/**
 * Whether {@code spring.cloud.azure} configures a credential. Spring's default credential chain guesses, so it is not used as
 * a fallback.
 */
public final class FallbackSettings {
    private static final String PREFIX = "spring.cloud.azure.credential.";
    private static final List<String> KEYS = List.of("client-secret", "client-certificate-path", "password",
            "token-credential-bean-name");

    private FallbackSettings() {}

    public static boolean isConfigured(Environment environment) {
        return KEYS.stream().anyMatch(key -> !environment.getProperty(PREFIX + key, "").isBlank())
                || environment.getProperty(PREFIX + "managed-identity-enabled", Boolean.class, false);
    }
}
