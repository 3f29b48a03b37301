package io.azureccm.common.boot.settings.console;

import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The console.
 *
 * @param others Addresses of the consoles of other apps, by the name under which each page links to them, such as
 *               https://example.com/routes/actuator/console.
 */
@ConfigurationProperties("azureccm.console")
public record ConsoleSettings(@DefaultValue Map<String, String> others) {
    public ConsoleSettings {
        others = Map.copyOf(others);
    }
}
