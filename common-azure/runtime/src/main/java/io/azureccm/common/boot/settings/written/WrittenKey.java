package io.azureccm.common.boot.settings.written;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;

/**
 * A key in one of the sources of properties.
 *
 * @param key    in Spring's spelling
 * @param name   as it was written
 * @param source the name of the source
 */
public record WrittenKey(ConfigurationPropertyName key, String name, String source) {
    /** All below a prefix, those of the source that takes precedence first. */
    public static List<WrittenKey> below(String prefix, ConfigurableEnvironment environment) {
        ConfigurationPropertyName parent = ConfigurationPropertyName.of(prefix);
        List<WrittenKey> found = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource listed)
                listed.stream().filter(parent::isAncestorOf).map(key -> of(key, source)).forEach(found::add);
        }
        return found;
    }

    /** A key may have no value, such as null in JSON. */
    private static WrittenKey of(ConfigurationPropertyName key, ConfigurationPropertySource source) {
        ConfigurationProperty property = source.getConfigurationProperty(key);
        return new WrittenKey(key,
                property != null && property.getOrigin() instanceof PropertySourceOrigin origin
                        ? origin.getPropertyName()
                        : key.toString(),
                source.getUnderlyingSource() instanceof PropertySource<?> named ? named.getName() : "");
    }

    /**
     * The uniform spelling, since environment variables cannot distinguish a dash from a dot. Avoids regular expressions,
     * since a start calls this for every property.
     */
    public static String uniform(String written) {
        StringBuilder kept = new StringBuilder(written.length());
        for (int i = 0; i < written.length(); i++) {
            char at = Character.toLowerCase(written.charAt(i));
            if (at >= 'a' && at <= 'z' || at >= '0' && at <= '9' || at == '[' || at == ']')
                kept.append(at);
        }
        return kept.toString();
    }
}
