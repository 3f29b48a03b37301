package io.azureccm.common.boot.settings.console;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
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
        // In one order, as pages and the endpoint that shows settings list them.
        others = Collections.unmodifiableMap(new TreeMap<>(others));
    }
}
