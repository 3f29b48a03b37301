package io.azureccm.common.config.parse;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The text of one file or secret, YAML or JSON.
 *
 * @param source name in messages, for example {@code /etc/kubernetes/azure.json}
 */
public record ConfigLayer(String source, String text) {

    /**
     * The layer of these bytes: UTF-8, or UTF-16 with a byte order mark, as PowerShell writes it.
     *
     * @throws CharacterCodingException if they are neither
     */
    public static ConfigLayer of(String source, byte[] bytes) throws CharacterCodingException {
        return new ConfigLayer(source, charset(bytes).newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    }

    private static Charset charset(byte[] bytes) {
        int mark = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
        return mark == 0xfeff || mark == 0xfffe ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
    }

    /** Only the source, since the text may contain secrets. */
    @Override
    public String toString() {
        return "ConfigLayer[" + source + "]";
    }
}
