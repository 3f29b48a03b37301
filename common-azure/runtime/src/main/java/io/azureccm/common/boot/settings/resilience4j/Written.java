package io.azureccm.common.boot.settings.resilience4j;

import io.azureccm.common.boot.settings.written.WrittenKey;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The value of a key, as text with its placeholders resolved.
 *
 * @param name   the key as it was written
 * @param source the name of the property source
 */
record Written(String name, String value, String source) {
    /** Elements from {@code first} on, without dashes and indexes: variables of the environment cannot contain dashes. */
    static String uniform(ConfigurationPropertyName name, int first) {
        StringBuilder uniform = new StringBuilder();
        for (int i = first; i < name.getNumberOfElements(); i++) {
            if (!name.isNumericIndex(i)) {
                uniform.append(WrittenKey.uniform(name.getElement(i, ConfigurationPropertyName.Form.ORIGINAL)));
            }
        }
        return uniform.toString();
    }
}
