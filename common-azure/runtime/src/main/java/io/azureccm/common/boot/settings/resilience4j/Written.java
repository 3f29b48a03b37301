package io.azureccm.common.boot.settings.resilience4j;

import java.util.Locale;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.PropertySource;

/**
 * The value of a key, as text with its placeholders resolved.
 *
 * @param name   the key as it was written
 * @param source the name of the property source
 */
record Written(String name, String value, String source) {
    static Written of(ConfigurationProperty property, String value) {
        String name = property.getOrigin() instanceof PropertySourceOrigin origin
                ? origin.getPropertyName()
                : property.getName().toString();
        return new Written(name, value, property.getSource().getUnderlyingSource() instanceof PropertySource<?> source
                ? source.getName()
                : "");
    }

    /** Elements from {@code first} on, without dashes and indexes: variables of the environment cannot contain dashes. */
    static String uniform(ConfigurationPropertyName name, int first) {
        StringBuilder uniform = new StringBuilder();
        for (int i = first; i < name.getNumberOfElements(); i++) {
            if (!name.isNumericIndex(i)) {
                uniform.append(uniform(name.getElement(i, ConfigurationPropertyName.Form.ORIGINAL)));
            }
        }
        return uniform.toString();
    }

    static String uniform(String written) {
        return written.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }
}
