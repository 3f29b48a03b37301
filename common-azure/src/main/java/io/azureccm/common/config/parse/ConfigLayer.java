package io.azureccm.common.config.parse;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The text of one file or secret, YAML or JSON.
 *
 * @param source name in messages, for example {@code /etc/kubernetes/azure.json}
 */
public record ConfigLayer(String source, String text) {

    public ConfigLayer {
        Objects.requireNonNull(source);
        Objects.requireNonNull(text);
    }

    /**
     * The layer of these UTF-8 bytes.
     *
     * @throws CharacterCodingException if they are not UTF-8
     */
    public static ConfigLayer of(String source, byte[] bytes) throws CharacterCodingException {
        return new ConfigLayer(source, StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    }

    /** Only the source, since the text may contain secrets. */
    @Override
    public String toString() {
        return "ConfigLayer[" + source + "]";
    }
}
